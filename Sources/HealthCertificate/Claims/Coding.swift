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
