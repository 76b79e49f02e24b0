import Hummingbird

/// Answers to questions, and four pages for beginners: for everybody.
struct HelpRoutes: Sendable {
    @Sendable func showHelp(_ visit: VisitorRequest, _ member: SignedInRequest?) async throws -> Response {
        member?.page(HelpPage()) ?? visit.page(HelpPage())
    }

    @Sendable func showQuestion(_ visit: VisitorRequest, _ member: SignedInRequest?) async throws -> Response {
        guard let question = HelpQuestion(rawValue: try visit.parameter("question")) else { throw HTTPProblem.notFound }
        let page = HelpQuestionPage(question: question)
        return member?.page(page) ?? visit.page(page)
    }

    @Sendable func showIntroduction(_ visit: VisitorRequest, _ member: SignedInRequest?) async throws -> Response {
        guard let number = Int(typed: try visit.parameter("n"), in: IntroductionPage.numbers) else {
            throw HTTPProblem.notFound
        }
        let page = IntroductionPage(number: number)
        return member?.page(page) ?? visit.page(page)
    }
}
