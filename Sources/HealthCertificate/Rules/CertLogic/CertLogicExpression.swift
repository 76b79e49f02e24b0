public import BoundedJSON

/// A CertLogic expression, checked as a whole before any part of it is evaluated.
///
/// Implements version 1.3.3 of the specification:
/// <https://github.com/ehn-dcc-development/eu-dcc-business-rules/blob/main/certlogic/specification/README.md>
public struct CertLogicExpression: Sendable, Hashable {
    /// How deep operations and lists may nest; the deepest rule in use has 23.
    public static let maximumDepth = 64

    /// How many operations, lists and literals one expression may have; the largest rule in use has 130.
    public static let maximumSize = 10_000

    /// The steps an evaluation may take where nothing else is said; rules in use take under 300.
    public static let standardSteps = 50_000

    /// The expression's outermost part.
    let root: CertLogicNode

    /// The paths of all data accesses outside of lambdas, such as `payload.v.0.dt`, each once, sorted.
    public let accessedPaths: [String]

    /// Reads an expression and checks it to its last operand.
    ///
    /// - Throws: ``CertLogicError`` with the first fault.
    public init(_ json: JSONValue) throws(CertLogicError) {
        var reader = CertLogicReader()
        self.root = try reader.read(json, depth: 0)
        self.accessedPaths = reader.paths.sorted()
    }

    /// Evaluates the expression for a data context.
    ///
    /// - Parameters:
    ///   - data: what `var` reads from.
    ///   - steps: how many operations, list elements and comparisons the evaluation may take at most.
    /// - Throws: ``CertLogicError`` where an operand isn't what its operation takes, or no steps are left.
    public func evaluate(
        with data: CertLogicValue, steps: Int = CertLogicExpression.standardSteps
    ) throws(CertLogicError) -> CertLogicValue {
        var evaluator = CertLogicEvaluator(stepsLeft: steps)
        return try evaluator.evaluate(root, data)
    }

    /// Every fault of an expression, not only the first; empty where it is valid.
    public static func faults(in json: JSONValue) -> [CertLogicError] {
        var reader = CertLogicReader(collects: true)
        do {
            _ = try reader.read(json, depth: 0)
        } catch {
            reader.faults.append(error)
        }
        return reader.faults
    }
}
