import Hummingbird

/// Answers to questions, and four pages for beginners: for everybody.
enum HelpFeature: Feature {
    static let routes: [Route] = [
        .get(Links.help, public: showHelp),
        .get(Links.question, public: showQuestion),
        .get(Links.introduction, public: showIntroduction),
    ]
    static let pages: [any Page.Type] = [HelpPage.self, HelpQuestionPage.self, IntroductionPage.self]
    static var codes: [any MessageCode.Type] { [HelpQuestion.self] }

    static func showHelp(_ visit: VisitorRequest) async throws -> Response {
        visit.page(HelpPage())
    }

    static func showQuestion(_ visit: VisitorRequest, _ question: HelpQuestion) async throws -> Response {
        return visit.page(HelpQuestionPage(question: question))
    }

    static func showIntroduction(_ visit: VisitorRequest, _ number: Int) async throws -> Response {
        guard IntroductionPage.numbers.contains(number) else { throw HTTPProblem.notFound }
        return visit.page(IntroductionPage(number: number))
    }
}
