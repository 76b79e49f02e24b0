/// Why a CertLogic expression can't be read or evaluated: a code, and the operation it was found in.
public struct CertLogicError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable {
        /// A literal that CertLogic doesn't have: `null`, a number with a fraction.
        case invalidLiteral
        /// An object that isn't `{ "operation": [operands] }`.
        case notAnOperation
        /// An operation that CertLogic 1.3 doesn't have.
        case unknownOperation
        /// Too few or too many operands.
        case wrongOperandCount
        /// A data access whose path isn't a text of fragments separated by full stops.
        case invalidPath
        /// An operand that must be written out, and isn't what the operation takes.
        case invalidOperand
        /// Operations nested deeper than ``CertLogicExpression/maximumDepth``.
        case tooDeep
        /// More operations than ``CertLogicExpression/maximumSize``.
        case tooLarge
        /// An operand that evaluated to a value of a type the operation doesn't take.
        case wrongType
        /// A value that is neither truthy nor falsy, where a decision hangs on it.
        case neitherTruthyNorFalsy
        /// A text that isn't a date or date-time in an allowed format.
        case invalidDate
        /// A sum or a date past what can be held.
        case outOfRange
        /// The evaluation took more steps than it was given.
        case stepsExhausted
    }

    /// What is wrong.
    public let code: Code

    /// The operation it was found in, such as `plusTime`; empty outside of one.
    public let operation: String

    /// Creates an error found in an operation.
    public init(_ code: Code, in operation: String = "") {
        self.code = code
        self.operation = operation
    }

    /// The code and the operation; never the data.
    public var description: String {
        operation.isEmpty ? "CertLogic: \(code.rawValue)" : "CertLogic: \(code.rawValue) in '\(operation)'"
    }
}
