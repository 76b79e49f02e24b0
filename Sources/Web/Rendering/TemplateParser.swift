/// A part of a template file, with the line that it begins in.
indirect enum TemplateNode: Sendable {
    case text(String)
    /// `{{name}}`
    case variable(String, line: Int)
    /// `{{#name}}…{{/name}}`, or `{{^name}}…{{/name}}`
    case section(String, isInverted: Bool, [TemplateNode], line: Int)
    /// `{{$name}}…{{/name}}`: what a template leaves to whoever fills it in.
    case block(String, [TemplateNode], line: Int)
    /// `{{>name}}`, or `{{<name}}{{$block}}…{{/block}}{{/name}}`
    case partial(String, blocks: [String: TemplateNode.Block], line: Int)

    /// What fills a block, and its file.
    struct Block: Sendable {
        let file: String
        let nodes: [TemplateNode]
    }
}

/// Reads the part of Mustache that the templates are written in.
///
/// A tag of a section, block or partial alone on a line takes the line with it, as Mustache has it; in the
/// first line none does. Text is never indented, and names are letters, digits, `.` and `-`.
struct TemplateParser {
    private let file: String
    private let source: [UInt8]
    private var position = 0
    private var line = 1
    /// Whether this line had nothing but tags that take their line so far.
    private var isLineStart = false

    private init(_ source: String, file: String) {
        (self.source, self.file) = (Array(source.utf8), file)
    }

    static func parse(_ source: String, file: String) throws(TemplateError) -> [TemplateNode] {
        var parser = TemplateParser(source, file: file)
        return try parser.nodes(until: nil)
    }

    /// Reads up to the end of a section, or of the file.
    ///
    private mutating func nodes(until name: (name: String, line: Int)?) throws(TemplateError) -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while true {
            let text = readText()
            if !text.isEmpty { nodes.append(.text(text)) }
            guard position < source.count else {
                if let name { throw fault("{{\(name.name)}} is never closed", line: name.line) }
                return nodes
            }
            let (start, tag) = (line, try readTag())
            let target = String(tag.dropFirst())
            switch tag.first {
            case "/":
                guard target == name?.name else { throw fault("{{\(tag)}} closes nothing that is open") }
                takeLine()
                return nodes
            case "#", "^":
                let inner = try inner(target, start)
                nodes.append(.section(target, isInverted: tag.first == "^", inner, line: start))
            case "$":
                nodes.append(.block(target, try inner(target, start), line: start))
            case ">":
                takeLine()
                nodes.append(.partial(target, blocks: [:], line: start))
            case "<":
                let inner = try inner(target, start, isFilling: true)
                nodes.append(.partial(target, blocks: try blocks(inner, line: start), line: start))
            default:
                isLineStart = false
                nodes.append(.variable(tag, line: start))
            }
        }
    }

    /// What is between a tag that was just read and the one that closes it.
    ///
    /// - Parameter isFilling: Whether it fills in a partial: there the first tag may take its line wherever it is.
    private mutating func inner(
        _ name: String, _ line: Int, isFilling: Bool = false
    ) throws(TemplateError) -> [TemplateNode] {
        takeLine()
        let isAlone = isLineStart
        if isFilling { isLineStart = true }
        let inner = try nodes(until: (name, line))
        // Mustache's rule for tags that follow in the line goes by the opening tag.
        isLineStart = isAlone
        return inner
    }

    private func blocks(_ nodes: [TemplateNode], line: Int) throws(TemplateError) -> [String: TemplateNode.Block] {
        var blocks: [String: TemplateNode.Block] = [:]
        for node in nodes {
            switch node {
            case .block(let name, let inner, _): blocks[name] = TemplateNode.Block(file: file, nodes: inner)
            // What is between blocks is left out.
            case .text: break
            case .variable, .section, .partial: throw fault("only blocks fill in a partial", line: line)
            }
        }
        return blocks
    }

    /// The text up to the next tag, or to the end.
    private mutating func readText() -> String {
        let start = position
        while position < source.count, !isOpening(position) {
            isLineStart = source[position] == UInt8(ascii: "\n")
            if isLineStart { line += 1 }
            position += 1
        }
        return String(decoding: source[start..<position], as: UTF8.self)
    }

    private func isOpening(_ index: Int) -> Bool {
        source[index] == UInt8(ascii: "{") && index + 1 < source.count && source[index + 1] == UInt8(ascii: "{")
    }

    /// What is between `{{` and `}}`.
    private mutating func readTag() throws(TemplateError) -> String {
        let start = position + 2
        guard let end = source[start...].firstIndex(of: UInt8(ascii: "}")), end + 1 < source.count,
            source[end + 1] == UInt8(ascii: "}")
        else { throw fault("a {{ without }}") }
        let tag = String(decoding: source[start..<end], as: UTF8.self)
        let name = ["/", "#", "^", "$", ">", "<"].contains(tag.prefix(1)) ? tag.dropFirst() : tag[...]
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isName) else { throw fault("{{\(tag)}} names nothing") }
        position = end + 2
        return tag
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Leaves out the rest of a line that had nothing but the tag; `isLineStart` says whether it was so.
    private mutating func takeLine() {
        let end = source[position...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        isLineStart = isLineStart && (position == source.count || end.map { source[$0] } == UInt8(ascii: "\n"))
        guard isLineStart, let end else { return }
        position = end + 1
        line += 1
    }

    private func fault(_ reason: String, line: Int? = nil) -> TemplateError {
        TemplateError(code: .malformed, file: file, line: line ?? self.line, reason: reason)
    }
}
