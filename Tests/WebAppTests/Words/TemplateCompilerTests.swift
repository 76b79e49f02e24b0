import Foundation
import Testing

@testable import Web
@testable import WebApp

/// Templates are compiled against what their pages have: what isn't there stops the start, by file and line.
@Suite("Templates are compiled against typed models", .timeLimit(.minutes(3)))
struct TemplateCompilerTests {
    private struct Dose: TemplateModel {
        let date: String
        var note: String?

        static let fields: [TemplateField<Self>] = [.text("date") { $0.date }, .text("note") { $0.note }]
    }

    /// A page that nobody put into the list of pages.
    private struct Stray: Page {
        static let template = "Nowhere/stray"
        static let fields: [TemplateField<Self>] = []
        func title(_ words: Localizer) -> String { "" }
    }

    @Test func aPageThatIsNotListedIsAFaultAndNoEmptyPage() async throws {
        try await TestApp.open { app, _ in
            let words = app.services.localization.fallback
            let frame = LayoutModel(title: "")
            #expect(throws: TemplateError.self) {
                try app.services.templates.write(PageValues(Stray(), words), in: frame, words)
            }
        }
    }

    private struct Sample: TemplateModel {
        var name = "Ada"
        var doses: [Dose] = []
        var isOld = false
        var answer: Dose?

        static let fields: [TemplateField<Self>] = [
            .text("name") { $0.name }, .rows("doses") { page, _ in page.doses }, .flag("isOld") { $0.isOld },
            .one("answer") { page, _ in page.answer }, .count("count") { $0.doses.count },
        ]
    }

    private static let messages = Data(
        #"{"language": {"code": "en", "name": "English", "plural": "one-other"}, "messages": {}}"#.utf8)

    private func compiled(_ files: [String: String]) throws(TemplateError) -> CompiledTemplate {
        var parsed: [String: [TemplateNode]] = [:]
        for (name, text) in files { parsed[name] = try TemplateParser.parse(text, file: name) }
        var compiler = TemplateCompiler(files: parsed)
        return try compiler.compile("page", against: [TemplateShape(Sample.self)])
    }

    private func written(_ text: String, _ sample: Sample = Sample(), _ others: [String: String] = [:]) throws -> String
    {
        let words = try Localizer(json: Self.messages, file: "test.json")
        var bytes: [UInt8] = []
        let files = others.merging(["page": text]) { $1 }
        try compiled(files).write([sample.values(words)], into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fault(_ text: String, _ others: [String: String] = [:]) -> String {
        do throws(TemplateError) {
            _ = try compiled(others.merging(["page": text]) { $1 })
            return ""
        } catch {
            return error.description
        }
    }

    @Test func writesTextRowsAndWhatIsThere() throws {
        let doses = [Dose(date: "May"), Dose(date: "June", note: "<late>")]
        let text =
            "{{name}}:{{#doses}} {{date}}{{#note}} ({{.}}){{/note}} of {{name}};{{/doses}}{{^doses}} none{{/doses}}"
        #expect(try written(text) == "Ada: none")
        #expect(try written(text, Sample(doses: doses)) == "Ada: May of Ada; June (&lt;late&gt;) of Ada;")
        #expect(try written("{{#answer}}{{date}}{{/answer}}{{^answer}}?{{/answer}}") == "?")
        #expect(try written("{{#isOld}}old{{/isOld}}{{^isOld}}new{{/isOld}}") == "new")
        #expect(try written("{{#count.one}}{{count.number}} dose{{/count.one}}", Sample(doses: [doses[0]])) == "1 dose")
        #expect(try written("{{#count.one}}{{count.number}} dose{{/count.one}}") == "")
    }

    @Test func takesInPartialsAndFillsTheirBlocks() throws {
        let frame = "<{{$title}}none{{/title}}>{{$content}}{{/content}}."
        let others = ["Shared/frame": frame, "Shared/name": "[{{name}}]"]
        let text = "{{<Shared.frame}}{{$content}}\nI am {{>Shared.name}}\n{{/content}}{{/Shared.frame}}"
        #expect(try written(text, Sample(), others) == "<none>I am [Ada]\n.")
        let filled = "{{<Shared.frame}}{{$title}}{{name}}{{/title}} left out {{/Shared.frame}}"
        #expect(try written(filled, Sample(), others) == "<Ada>.")
    }

    @Test func tagsThatStandAloneTakeTheirLine() throws {
        let text = "<ul>\n{{#doses}}\n<li>{{date}}\n{{/doses}}\n</ul>"
        #expect(
            try written(text, Sample(doses: [Dose(date: "May"), Dose(date: "June")]))
                == "<ul>\n<li>May\n<li>June\n</ul>")
    }

    @Test func aNameThatTheModelLacksIsToldByFileAndLine() {
        #expect(
            fault("a\n{{nmae}}") == "Template page, line 2: {{nmae}} is no field of \(String(reflecting: Sample.self))."
        )
        #expect(fault("{{#doses}}\n{{dte}}{{/doses}}").contains("line 2: {{dte}} is no field of"))
        #expect(fault("{{>Shared.name}}", ["Shared/name": "\n\n{{other}}"]).hasPrefix("Template Shared/name, line 3"))
        let frame = ["Shared/frame": "{{$content}}{{/content}}"]
        #expect(
            fault("{{<Shared.frame}}{{$content}}\n{{other}}{{/content}}{{/Shared.frame}}", frame)
                .hasPrefix("Template page, line 2"))
    }

    @Test func whatIsNoSectionOrNoTextIsTold() {
        #expect(fault("{{doses}}").contains("is no text"))
        #expect(fault("{{isOld}}").contains("is no text"))
        #expect(fault("{{.}}").contains("stands in no section"))
        #expect(fault("{{#doses}}{{.}}{{/doses}}").contains("stands in no section"))
        #expect(fault("{{#count}}{{/count}}").contains("is a number"))
        #expect(fault("{{name.first}}").contains("is no field"))
    }

    @Test func whatIsMalformedIsTold() {
        #expect(fault("a\n{{#doses}}\nb") == "Template page, line 2: {{doses}} is never closed.")
        #expect(fault("{{#doses}}{{/isOld}}").contains("closes nothing that is open"))
        #expect(fault("{{/doses}}").contains("closes nothing that is open"))
        #expect(fault("a {{name").contains("a {{ without }}"))
        #expect(fault("a {{name}").contains("a {{ without }}"))
        #expect(fault("{{}}").contains("names nothing") && fault("{{ name }}").contains("names nothing"))
        #expect(fault("{{>Shared.none}}") == "Template page, line 1: no template is named Shared.none.")
        #expect(fault("{{>a}}", ["a": "{{>b}}", "b": "\n{{>a}}"]) == "Template b, line 2: {{>a}} takes itself in.")
        #expect(fault("{{<a}}{{name}}{{/a}}", ["a": ""]).contains("only blocks fill in a partial"))
    }
}
