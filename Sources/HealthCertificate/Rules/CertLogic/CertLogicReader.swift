import BoundedJSON

/// Makes a checked expression of JSON: operations known, operands counted, literals allowed, sizes bounded.
struct CertLogicReader {
    /// Whether faults are collected and reading goes on, instead of ending with the first.
    let collects: Bool
    var faults: [CertLogicError] = []
    var paths: Set<String> = []
    private var nodesLeft = CertLogicExpression.maximumSize
    private var isInLambda = false

    init(collects: Bool = false) {
        self.collects = collects
    }

    mutating func read(_ json: JSONValue, depth: Int) throws(CertLogicError) -> CertLogicNode {
        nodesLeft -= 1
        guard nodesLeft >= 0 else { throw CertLogicError(.tooLarge) }
        guard depth < CertLogicExpression.maximumDepth else { throw CertLogicError(.tooDeep) }
        switch json {
        case .bool, .string, .integer: return .literal(CertLogicValue(json))
        case .decimal:
            if case .integer(let whole) = CertLogicValue(json) { return .literal(.integer(whole)) }
            return try fault(.invalidLiteral)
        case .null: return try fault(.invalidLiteral)
        case .array(let elements): return try readList(elements, depth: depth)
        case .object(let members):
            guard members.count == 1, let (operation, operands) = members.first else {
                return try fault(.notAnOperation)
            }
            return try readOperation(operation, operands, depth: depth)
        }
    }

    /// A list of literals is a literal itself, so that it is copied nowhere when it is evaluated.
    private mutating func readList(_ elements: [JSONValue], depth: Int) throws(CertLogicError) -> CertLogicNode {
        var nodes: [CertLogicNode] = []
        var values: [CertLogicValue] = []
        for element in elements {
            let node = try read(element, depth: depth + 1)
            nodes.append(node)
            if case .literal(let value) = node { values.append(value) }
        }
        return values.count == nodes.count ? .literal(.array(values)) : .list(nodes)
    }

    private mutating func readOperation(
        _ operation: String, _ json: JSONValue, depth: Int
    ) throws(CertLogicError) -> CertLogicNode {
        if operation == "var" { return try readVariable(json) }
        guard let operands = json.elements else { return try fault(.notAnOperation, in: operation) }
        guard let allowed = Self.operandCounts(of: operation) else {
            return try fault(.unknownOperation, in: operation)
        }
        guard allowed.contains(operands.count) else { return try fault(.wrongOperandCount, in: operation) }
        switch operation {
        case "plusTime": return try readPlusTime(operands, depth: depth)
        case "extractFromUVCI": return try readExtraction(operands, depth: depth)
        case "reduce": return try readReduction(operands, depth: depth)
        default: break
        }
        let nodes = try readAll(operands, depth: depth)
        switch operation {
        case "if": return .choice(guard: nodes[0], then: nodes[1], otherwise: nodes[2])
        case "and": return .and(nodes)
        case "!": return .not(nodes[0])
        case "===": return .equal(nodes[0], nodes[1])
        case "in": return .contained(nodes[0], in: nodes[1])
        case "+": return .sum(nodes[0], nodes[1])
        case "dccDateOfBirth": return .dateOfBirth(nodes[0])
        default:
            guard let comparison = CertLogicComparison(operation) else {
                return try fault(.unknownOperation, in: operation)
            }
            return .comparison(comparison, nodes)
        }
    }

    /// How many operands an operation takes, nil where there is no such operation.
    private static func operandCounts(of operation: String) -> ClosedRange<Int>? {
        switch operation {
        case "!", "dccDateOfBirth": 1...1
        case "===", "in", "+", "extractFromUVCI": 2...2
        case "if", "plusTime", "reduce": 3...3
        case "and": 2...CertLogicExpression.maximumSize
        default: CertLogicComparison(operation) == nil ? nil : 2...3
        }
    }

    /// Notes a fault and goes on with a placeholder, or ends reading.
    private mutating func fault(
        _ code: CertLogicError.Code, in operation: String = ""
    ) throws(CertLogicError) -> CertLogicNode {
        let error = CertLogicError(code, in: operation)
        guard collects else { throw error }
        faults.append(error)
        return .literal(.null)
    }
}

extension CertLogicReader {
    private mutating func readAll(_ operands: [JSONValue], depth: Int) throws(CertLogicError) -> [CertLogicNode] {
        var nodes: [CertLogicNode] = []
        for operand in operands {
            nodes.append(try read(operand, depth: depth + 1))
        }
        return nodes
    }

    private mutating func readVariable(_ json: JSONValue) throws(CertLogicError) -> CertLogicNode {
        guard let path = json.text else { return try fault(.invalidPath, in: "var") }
        let fragments = path.split(separator: ".", omittingEmptySubsequences: false)
        guard path.isEmpty || !fragments.contains("") else { return try fault(.invalidPath, in: "var") }
        if !isInLambda { paths.insert(path) }
        return .variable(path.isEmpty ? [] : fragments.map(CertLogicPathFragment.init))
    }

    private mutating func readPlusTime(_ operands: [JSONValue], depth: Int) throws(CertLogicError) -> CertLogicNode {
        let date = try read(operands[0], depth: depth + 1)
        guard let number = operands[1].floatingPoint, number == number.rounded(),
            let unit = operands[2].text.flatMap(CertLogicDateTime.Unit.init)
        else { return try fault(.invalidOperand, in: "plusTime") }
        // What is past it leads past the range of dates all the same.
        let ends = JSONValue.exactNumbers
        let amount = operands[1].wholeNumber(in: ends) ?? (number < 0 ? ends.lowerBound : ends.upperBound)
        return .plusTime(date, amount: Int64(amount), unit: unit)
    }

    private mutating func readExtraction(_ operands: [JSONValue], depth: Int) throws(CertLogicError) -> CertLogicNode {
        let identifier = try read(operands[0], depth: depth + 1)
        guard let index = operands[1].wholeNumber(in: JSONValue.exactNumbers) else {
            return try fault(.invalidOperand, in: "extractFromUVCI")
        }
        return .uciFragment(identifier, index: Int64(index))
    }

    private mutating func readReduction(_ operands: [JSONValue], depth: Int) throws(CertLogicError) -> CertLogicNode {
        let list = try read(operands[0], depth: depth + 1)
        let wasInLambda = isInLambda
        isInLambda = true
        let lambda = try read(operands[1], depth: depth + 1)
        isInLambda = wasInLambda
        return .reduction(of: list, lambda: lambda, initial: try read(operands[2], depth: depth + 1))
    }
}
