import Hummingbird

/// Answers to questions, and four pages for beginners: for everybody.
struct HelpRoutes: Sendable {
    func showHelp(_ visit: VisitorRequest, _ member: SignedInRequest?) async throws -> Response {
        member?.page(HelpPage()) ?? visit.page(HelpPage())
    }

    func showQuestion(
        _ visit: VisitorRequest, _ member: SignedInRequest?, _ question: HelpQuestion
    ) async throws -> Response {
        let page = HelpQuestionPage(question: question)
        return member?.page(page) ?? visit.page(page)
    }

    func showIntroduction(_ visit: VisitorRequest, _ member: SignedInRequest?, _ number: Int) async throws -> Response {
        guard IntroductionPage.numbers.contains(number) else { throw HTTPProblem.notFound }
        let page = IntroductionPage(number: number)
        return member?.page(page) ?? visit.page(page)
    }
}
