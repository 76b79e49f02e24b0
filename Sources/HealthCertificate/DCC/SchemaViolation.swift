/// One place where a payload is not as its schema says.
public struct SchemaViolation: Sendable, Hashable {
    /// What is wrong at that place.
    public enum Kind: Sendable, Hashable {
        /// A required member is not there.
        case missing
        /// The member is of another type.
        case wrongType
        /// A text has more characters than allowed.
        case tooLong(limit: Int)
        /// A text is not of the required form.
        case wrongPattern
        /// A number is too small or too large.
        case outOfRange
        /// An array has no elements or too many, or the certificate has not exactly one kind of entry.
        case wrongCount
        /// A text is no date, or no moment; JSON Schema counts this as an annotation, not as a fault.
        case wrongFormat
    }

    /// The member's path from the payload's top, for example `v[0].dn`; empty for the payload itself.
    public let path: String
    /// What is wrong there.
    public let problem: Kind
    /// Whether a later version of the schema permits what the stated version doesn't.
    public let isPermittedLater: Bool

    /// Makes a departure.
    public init(path: String, problem: Kind, isPermittedLater: Bool = false) {
        self.path = path
        self.problem = problem
        self.isPermittedLater = isPermittedLater
    }

    /// Whether a validator of the newest schema would refuse the payload for it.
    public var isFault: Bool { !isPermittedLater && problem != .wrongFormat }

    /// Whether it leaves out something that a certificate has to say: a required member is missing or of
    /// another type, or there is not exactly one kind of entry.
    public var isStructural: Bool {
        guard !isPermittedLater else { return false }
        return problem == .missing || problem == .wrongType || problem == .wrongCount && path.isEmpty
    }
}

extension SchemaViolation: CustomStringConvertible {
    /// The path and the problem, without the value found there.
    public var description: String {
        let place = path.isEmpty ? "(payload)" : path
        let words =
            switch problem {
            case .missing: "is missing"
            case .wrongType: "has the wrong type"
            case .tooLong(let limit): "is longer than \(limit) characters"
            case .wrongPattern: "has the wrong form"
            case .outOfRange: "is out of range"
            case .wrongCount: "has the wrong number of entries"
            case .wrongFormat: "is no valid date"
            }
        return "\(place) \(words)"
    }
}
