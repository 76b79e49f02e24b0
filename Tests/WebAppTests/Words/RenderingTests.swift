import Foundation
import Testing

@testable import Web
@testable import WebApp

@Suite("Rendering", .timeLimit(.minutes(3)))
struct RenderingTests {
    @Test func escapesAQuoteThatACombiningMarkFollows() throws {
        // To Swift `"\u{301}` is one character, to a browser it ends the attribute.
        #expect(HTMLText.escape("\"\u{301} onfocus=x") == "&quot;\u{301} onfocus=x")
        #expect(HTMLText.escape("<\u{338}script>&'") == "&lt;\u{338}script&gt;&amp;&#39;")
    }

    private struct Doses: TemplateModel {
        let name: String
        let number: Int

        static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .count("number") { $0.number }]
    }

    private func written(_ source: String, _ doses: Doses) throws -> String {
        let words = try Localizer(json: Self.messages, file: "test.json")
        let text = try TemplatePreparation(words: words, asset: { _ in nil }).prepare(source, file: "test")
        var compiler = TemplateCompiler(files: ["test": try TemplateParser.parse(text, file: "test")])
        var bytes: [UInt8] = []
        try compiler.compile("test", against: [TemplateShape(Doses.self)]).write([doses.values(words)], into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func templatesEscapeByBytes() throws {
        let html = try written("<i title=\"{{name}}\">[[greeting]]</i>", Doses(name: "\"\u{301}x", number: 0))
        #expect(html == "<i title=\"&quot;\u{301}x\">Hi &amp; welcome &quot;\u{301}x</i>")
    }

    @Test func preparesPlurals() throws {
        #expect(try written("[[doses number]]", Doses(name: "", number: 1)) == "1 dose")
        #expect(try written("[[doses number]]", Doses(name: "", number: 5)) == "5 doses")
    }

    @Test func aMessageThatIsMissingIsToldByFileAndLine() throws {
        let words = try Localizer(json: Self.messages, file: "test.json")
        #expect {
            try TemplatePreparation(words: words, asset: { _ in nil }).prepare("\n\n[[nothing]]", file: "Home/landing")
        } throws: { error in
            "\(error)" == "Template Home/landing, line 3: no message nothing in en."
        }
    }

    @Test(arguments: ["[[nothing]]", "[[greeting", "[[asset:none.css]]", "[[doses]]"])
    func refusesATemplateThatNamesWhatIsNotThere(source: String) throws {
        let words = try Localizer(json: Self.messages, file: "test.json")
        #expect(throws: TemplateError.self) {
            try TemplatePreparation(words: words, asset: { _ in nil }).prepare(source, file: "test")
        }
    }

    private static let messages = Data(
        """
        {"language": {"code": "en", "name": "English", "plural": "one-other"}, "messages": {
          "greeting": "Hi & welcome {name}", "doses": {"one": "{count} dose", "other": "{count} doses"}}}
        """.utf8)
}
