import Immunization

extension Words {
    /// What is wrong with a catalogue file and where, in the reader's language.
    func fault(_ fault: DataFault) -> String {
        let gaps = ["file": fault.file, "line": String(fault.line), "path": fault.path, "reason": reason(fault.reason)]
        switch (fault.line > 0, fault.path.isEmpty) {
        case (true, true): return text("admin.fault.at-line", gaps)
        case (true, false): return text("admin.fault.at-value", gaps)
        case (false, true): return text("admin.fault.in-file", gaps)
        case (false, false): return text("admin.fault.in-part", gaps)
        }
    }

    /// A reason of which no sentence is known stays as it is.
    private func reason(_ text: String) -> String {
        for sentence in FaultSentence.all {
            if let gaps = FaultSentence.gaps(in: text, of: sentence.text) {
                return self.text("admin.fault.\(sentence.id)", gaps)
            }
        }
        return text
    }
}

extension FaultSentence {
    /// The ids of the messages.
    static var messageIDs: [String] {
        (all.map(\.id) + ["at-line", "at-value", "in-file", "in-part"]).map { "admin.fault.\($0)" }
    }

    /// What stands in the gaps of a sentence where a text is that sentence; nil where it is another.
    static func gaps(in text: String, of sentence: String) -> [String: String]? {
        var (found, rest) = ([String: String](), text[...])
        let parts = sentence.split(separator: "{", omittingEmptySubsequences: false)
        guard let first = parts.first, rest.hasPrefix(first) else { return nil }
        rest = rest.dropFirst(first.count)
        for (number, part) in parts.enumerated().dropFirst() {
            guard let end = part.firstIndex(of: "}") else { return nil }
            let after = part[part.index(after: end)...]
            let isLast = number == parts.count - 1
            // The last words have to be the text's last; others come where they come first.
            guard
                let range = after.isEmpty
                    ? rest.endIndex..<rest.endIndex : isLast ? rest.suffixRange(after) : rest.firstRange(of: after)
            else { return nil }
            found[String(part[..<end])] = String(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? found : nil
    }
}

extension Substring {
    fileprivate func suffixRange(_ end: Substring) -> Range<Index>? {
        guard hasSuffix(end) else { return nil }
        return index(endIndex, offsetBy: -end.count)..<endIndex
    }
}
