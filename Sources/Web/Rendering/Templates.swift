package import Foundation

/// The templates of all pages in all languages, compiled at start-up: a name, a message, a file or a partial that isn't
/// there, and what can't be read, ends the start.
package struct Templates: Sendable {
    /// By language, then by the page's template.
    private let compiled: [String: [String: CompiledTemplate]]
    /// Fields of pages and their rows that no template names.
    let unusedFields: Set<TemplateFieldID>

    /// Reads every `*.mustache` of a folder, named by its path without the ending.
    ///
    /// - Parameters:
    ///   - asset: The address of a file in `Public/`, or nil where there is none.
    ///   - pages: Every page that can be asked for.
    package init(
        directory: URL, localization: Localization, asset: @escaping (String) -> String?, pages: [any Page.Type]
    ) throws {
        let sources = try Self.sources(in: directory)
        var compiled: [String: [String: CompiledTemplate]] = [:]
        var unused: Set<TemplateFieldID> = []
        for words in localization.languages {
            let preparation = TemplatePreparation(words: words, asset: asset)
            var files: [String: [TemplateNode]] = [:]
            for (name, source) in sources {
                files[name] = try TemplateParser.parse(preparation.prepare(source, file: name), file: name)
            }
            var compiler = TemplateCompiler(files: files)
            for page in pages { compiled[words.code, default: [:]][page.template] = try compiler.compile(page) }
            unused = compiler.unused
        }
        self.compiled = compiled
        unusedFields = unused
    }

    /// The HTML of a page in a language.
    ///
    /// - Throws: `missing` where the page wasn't named at the start.
    package func write(_ page: PageValues, in frame: LayoutModel, _ words: Localizer) throws -> [UInt8] {
        guard let template = compiled[words.code]?[page.template] else {
            throw TemplateError(code: .missing, file: page.template, reason: "it isn't one of Templates.pages")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualBytes)
        template.write([frame.values(words), page.values], into: &bytes)
        return bytes
    }

    private static let usualBytes = 32_768

    /// The text of every template file by its name.
    package static func sources(in directory: URL) throws -> [String: String] {
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

/// Why the templates could not be compiled: a fault of the installation, told at start-up.
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
