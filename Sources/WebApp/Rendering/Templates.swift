import Foundation
import Mustache

/// All templates in all languages, parsed at start-up.
///
/// The one place that renders, so that a faster renderer can take its place without touching a template.
struct Templates: Sendable {
    private let libraries: [String: MustacheLibrary]
    /// By language.
    private let compiled: [String: [Template: CompiledTemplate]]
    /// Fields that no template names, as `Model.field`.
    let unusedFields: Set<String>

    /// Prepares every `*.mustache` of a folder, named by its path without the ending, for every language.
    init(directory: URL, localization: Localization, asset: @escaping (String) -> String?) throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        let sources = try Self.sources(in: directory)
        for template in Template.allCases where sources[template.rawValue] == nil {
            throw TemplateError(code: .missing, file: template.rawValue, reason: "the file is missing")
        }
        var libraries: [String: MustacheLibrary] = [:]
        var compiled: [String: [Template: CompiledTemplate]] = [:]
        var unused: Set<String> = []
        for words in localization.languages {
            let preparation = TemplatePreparation(words: words, asset: asset)
            var library = MustacheLibrary()
            var files: [String: [TemplateNode]] = [:]
            for (name, source) in sources {
                let text = try preparation.prepare(source, file: name)
                files[name] = try TemplateParser.parse(text, file: name)
                do {
                    try library.register("{{% CONTENT_TYPE: \(HTMLText.name)}}" + text, named: Self.partialName(name))
                } catch {
                    throw TemplateError(code: .malformed, file: name, reason: "\(error)")
                }
            }
            libraries[words.code] = library
            var compiler = TemplateCompiler(files: files)
            for page in Self.pages {
                compiled[words.code, default: [:]][page.template] = try compiler.compile(page)
            }
            unused = compiler.unused
        }
        self.libraries = libraries
        self.compiled = compiled
        self.unusedFields = unused
    }

    /// The HTML of a template in a language.
    func render(_ template: Template, _ fields: TemplateContext, in words: Localizer) -> String {
        libraries[words.code]?.render(fields, withTemplate: Self.partialName(template.rawValue)) ?? ""
    }

    /// The HTML of a page in a language.
    func write(_ page: PageValues, in frame: LayoutModel, _ words: Localizer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32_768)
        compiled[words.code]?[page.template]?.write([frame.values(words), page.values], into: &bytes)
        return bytes
    }

    /// How templates name one another: with a dot, since the library takes no slash in a closing tag.
    private static func partialName(_ path: String) -> String { path.replacing("/", with: ".") }

    /// The text of every template file by its name.
    static func sources(in directory: URL) throws -> [String: String] {
        guard let paths = FileManager.default.enumerator(atPath: directory.path) else {
            throw TemplateError(code: .missing, file: directory.path, reason: "the folder can't be read")
        }
        var sources: [String: String] = [:]
        for case let path as String in paths where path.hasSuffix(".mustache") {
            let text = try String(contentsOf: directory.appending(path: path), encoding: .utf8)
            sources[String(path.dropLast(".mustache".count))] = text
        }
        return sources
    }
}

/// Why the templates could not be prepared: a fault of the installation, told at start-up.
struct TemplateError: Error, CustomStringConvertible {
    enum Code: Sendable, Equatable {
        case missing
        case malformed
        case unknownMessage
        case unknownAsset
        /// No model of the page has it.
        case unknownName
    }

    let code: Code
    let file: String
    var line: Int?
    let reason: String

    var description: String {
        "Template \(file)\(line.map { ", line \($0)" } ?? ""): \(reason)."
    }
}
