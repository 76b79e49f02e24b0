import Hummingbird
package import Web

/// Answers to questions, and four pages for beginners: for everybody.
package enum HelpFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.help, public: { $0.page(DetailPage.help($0.words)) }),
        .get(Links.question, public: { $0.page(DetailPage.question($1, $0.words)) }),
        .get(Links.introduction, public: showIntroduction),
    ]
    package static var codes: [any MessageCode.Type] { [HelpQuestion.self] }

    static func showIntroduction(_ visit: VisitorRequest, _ number: Int) async throws -> Response {
        guard Introduction.numbers.contains(number) else { throw HTTPProblem.notFound }
        return visit.page(DetailPage.introduction(number, visit.words))
    }
}
