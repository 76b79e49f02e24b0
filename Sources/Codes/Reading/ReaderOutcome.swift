import ByteCoding

/// What a reader program said before it ended.
struct ReaderOutcome: Sendable {
    let end: ReaderEnd
    /// Texts, each after its length in bytes as a 32-bit number, most significant byte first.
    let output: [UInt8]

    /// The texts where there are any and the program ended well; a program that broke is not believed.
    var result: Result<[String], ReadRefusal> {
        if let refusal = end.refusal { return .failure(refusal) }
        guard let texts = Self.texts(in: output) else { return .failure(.crashed) }
        return texts.isEmpty ? .failure(.noCode) : .success(texts)
    }

    /// None where the bytes aren't what a reader writes.
    static func texts(in output: [UInt8]) -> [String]? {
        var texts: [String] = []
        var rest = output[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count, let text = String(typed: rest.prefix(length), as: UTF8.self) else {
                return nil
            }
            texts.append(text)
            rest = rest.dropFirst(length)
        }
        return texts
    }
}
