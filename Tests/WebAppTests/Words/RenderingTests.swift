import Foundation
import Mustache
import Testing

@testable import WebApp

@Suite("Rendering")
struct RenderingTests {
    @Test func escapesAQuoteThatACombiningMarkFollows() throws {
        // To Swift `"\u{301}` is one character, to a browser it ends the attribute.
        #expect(HTMLText.escape("\"\u{301} onfocus=x") == "&quot;\u{301} onfocus=x")
        #expect(HTMLText.escape("<\u{338}script>&'") == "&lt;\u{338}script&gt;&amp;&#39;")
    }

    @Test func preparedTemplatesEscapeByBytes() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        let words = try Localizer(json: Self.messages, file: "test.json")
        let source = "<i title=\"{{name}}\">[[greeting]]</i>"
        let text = try TemplatePreparation(words: words, asset: { _ in nil }).prepare(source, file: "test")
        let html = try MustacheTemplate(string: text).render(["name": "\"\u{301}x"] as TemplateContext)
        #expect(html == "<i title=\"&quot;\u{301}x\">Hi &amp; welcome &quot;\u{301}x</i>")
    }

    @Test func preparesPlurals() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        let words = try Localizer(json: Self.messages, file: "test.json")
        let text = try TemplatePreparation(words: words, asset: { _ in nil }).prepare("[[doses number]]", file: "test")
        let template = try MustacheTemplate(string: text)
        #expect(template.render(["number": words.count(1)] as TemplateContext) == "1 dose")
        #expect(template.render(["number": words.count(5)] as TemplateContext) == "5 doses")
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
