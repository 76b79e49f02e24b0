/// Finds out from the first character whether a file is armored; blanks before armor are allowed.
struct FormDetector {
    private static let blanks = Set(" \t\r\n".utf8)
    private static let blankLimit = 1024

    private var pending: [UInt8] = []
    private(set) var isArmored: Bool?

    /// - Parameter isArmored: the form, where it is known.
    init(isArmored: Bool? = nil) { self.isArmored = isArmored }

    /// The bytes that can be passed on now: none until the form is known.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(AgeError) -> ArraySlice<UInt8> {
        guard isArmored == nil else { return bytes }
        pending += bytes
        guard let first = pending.prefix(Self.blankLimit + 1).first(where: { !Self.blanks.contains($0) }) else {
            guard pending.count <= Self.blankLimit else { throw AgeError(.notAnAgeFile, "This is not an age file.") }
            return []
        }
        isArmored = first == UInt8(ascii: "-")
        return finish()
    }

    /// What never became long enough to tell.
    mutating func finish() -> ArraySlice<UInt8> {
        defer { pending = [] }
        return pending[...]
    }
}
