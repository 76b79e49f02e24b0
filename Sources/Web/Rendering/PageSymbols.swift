/// The symbols of icons in a page: those of `Shared/symbols` that the page names.
///
/// They are in the page itself, since some browsers refuse a file of them under this server's policy.
enum PageSymbols {
    private static let (use, open, close) = (
        Array("<use href=\"#".utf8), Array("<symbol id=\"".utf8), Array("</symbol>\n".utf8)
    )

    /// The steps without the symbols that none of them names.
    static func pruned(_ steps: [CompiledTemplate.Step]) -> [CompiledTemplate.Step] {
        let names = steps.flatMap { step in
            if case .bytes(let bytes) = step { Self.names(in: bytes) } else { [Name]() }
        }
        return steps.map { step in
            guard case .bytes(let bytes) = step, bytes.firstRange(of: open) != nil else { return step }
            return .bytes(without(names, bytes))
        }
    }

    /// A symbol that is named, or where a name goes on with what a page fills in: what it begins with.
    private struct Name {
        let text: ArraySlice<UInt8>
        let isWhole: Bool

        func matches(_ id: ArraySlice<UInt8>) -> Bool { isWhole ? id == text : id.starts(with: text) }
    }

    private static func names(in bytes: [UInt8]) -> [Name] {
        bytes.ranges(of: use).map { range in
            let rest = bytes[range.upperBound...]
            let end = rest.firstIndex(of: UInt8(ascii: "\""))
            return Name(text: rest[..<(end ?? rest.endIndex)], isWhole: end != nil)
        }
    }

    private static func without(_ names: [Name], _ bytes: [UInt8]) -> [UInt8] {
        var (result, rest) = ([UInt8](), bytes[...])
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstRange(of: close) {
            let id = rest[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
            result += rest[..<start.lowerBound]
            if names.contains(where: { $0.matches(id) }) { result += rest[start.lowerBound..<end.upperBound] }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
