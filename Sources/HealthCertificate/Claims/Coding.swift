/// A code together with the system that defines it, as FHIR calls it.
public struct Coding: Sendable, Hashable {
    /// The system's address, for example `http://snomed.info/sct`; `nil` when the certificate doesn't tell.
    public let system: String?
    /// The code, as the certificate has it.
    public let code: String

    /// Makes a coding.
    public init(system: String? = nil, code: String) {
        self.system = system
        self.code = code
    }
}

extension Collection where Element == UInt8 {
    /// The value of one to nine ASCII digits, or `nil`.
    var decimal: Int? {
        guard (1...9).contains(count) else { return nil }
        var value = 0
        for byte in self {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
