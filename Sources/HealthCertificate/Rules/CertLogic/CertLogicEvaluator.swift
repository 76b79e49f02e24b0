/// Evaluates a checked expression, one step at a time, until the steps are used up.
///
/// Its stack is bounded by the expression's depth, its time and memory by the steps: a value that is built counts
/// a step for each of its elements, however deeply nested.
struct CertLogicEvaluator {
    private(set) var stepsLeft: Int

    mutating func evaluate(_ node: CertLogicNode, _ data: CertLogicValue) throws(CertLogicError) -> CertLogicValue {
        try spend(1)
        switch node {
        case .literal(let value): return value
        case .list(let nodes): return try evaluateList(nodes, data)
        case .variable(let path): return data.value(at: path)
        case .choice(let condition, let then, let otherwise):
            let isTrue = try truth(of: try evaluate(condition, data), in: "if")
            return try evaluate(isTrue ? then : otherwise, data)
        case .and(let operands): return try evaluateAnd(operands, data)
        case .not(let operand): return .bool(try !truth(of: try evaluate(operand, data), in: "!"))
        case .equal(let left, let right):
            let (left, right) = (try evaluate(left, data), try evaluate(right, data))
            return .bool(try areEqual(left, right))
        case .contained(let element, let list): return try evaluateContained(element, list, data)
        case .sum(let left, let right): return try evaluateSum(left, right, data)
        case .comparison(let comparison, let operands): return try evaluateComparison(comparison, operands, data)
        case .plusTime(let date, let amount, let unit):
            let text = try text(of: try evaluate(date, data), in: "plusTime")
            return .dateTime(try CertLogicDateTime(parsing: text).adding(amount, unit))
        case .dateOfBirth(let date):
            let text = try text(of: try evaluate(date, data), in: "dccDateOfBirth")
            return .dateTime(try CertLogicDateTime(parsingDateOfBirth: text))
        case .uciFragment(let identifier, let index): return try evaluateUCIFragment(identifier, index, data)
        case .reduction(let list, let lambda, let initial):
            return try evaluateReduction(list, lambda, initial, data)
        }
    }

    private mutating func spend(_ steps: Int) throws(CertLogicError) {
        stepsLeft -= steps
        guard stepsLeft >= 0 else { throw CertLogicError(.stepsExhausted) }
    }

    private mutating func evaluateList(
        _ nodes: [CertLogicNode], _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        var elements: [CertLogicValue] = []
        for node in nodes {
            let element = try evaluate(node, data)
            try spendOnCopy(of: element, depth: 1)
            elements.append(element)
        }
        return .array(elements)
    }

    /// Counts the elements of a value that becomes part of another, and refuses it where it nests too deep.
    private mutating func spendOnCopy(of value: CertLogicValue, depth: Int) throws(CertLogicError) {
        try spend(1)
        guard depth <= CertLogicExpression.maximumDepth else { throw CertLogicError(.outOfRange) }
        switch value {
        case .array(let elements): for element in elements { try spendOnCopy(of: element, depth: depth + 1) }
        case .object(let members): for member in members.values { try spendOnCopy(of: member, depth: depth + 1) }
        default: break
        }
    }

    private mutating func evaluateAnd(
        _ operands: [CertLogicNode], _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        var value = CertLogicValue.bool(true)
        for operand in operands {
            value = try evaluate(operand, data)
            if try !truth(of: value, in: "and") { return value }
        }
        return value
    }

    private func truth(of value: CertLogicValue, in operation: String) throws(CertLogicError) -> Bool {
        guard let truth = value.truth else { throw CertLogicError(.neitherTruthyNorFalsy, in: operation) }
        return truth
    }

    /// Counts a step for every 64 bytes that are gone through.
    private mutating func text(of value: CertLogicValue, in operation: String) throws(CertLogicError) -> String {
        guard case .string(let text) = value else { throw CertLogicError(.wrongType, in: operation) }
        try spend(text.utf8.count / 64)
        return text
    }
}

extension CertLogicEvaluator {
    /// Equality without coercion; texts are equal when their code points are.
    private mutating func areEqual(_ left: CertLogicValue, _ right: CertLogicValue) throws(CertLogicError) -> Bool {
        try spend(1)
        switch (left, right) {
        case (.string(let left), .string(let right)):
            guard left.utf8.count == right.utf8.count else { return false }
            try spend(left.utf8.count / 64)
            return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) {
                if try !areEqual(left, right) { return false }
            }
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            for (name, left) in left {
                guard let right = right[name] else { return false }
                if try !areEqual(left, right) { return false }
            }
            return true
        default: return left == right
        }
    }

    private mutating func evaluateContained(
        _ element: CertLogicNode, _ list: CertLogicNode, _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        let value = try evaluate(element, data)
        guard case .array(let elements) = try evaluate(list, data) else {
            throw CertLogicError(.wrongType, in: "in")
        }
        for element in elements {
            if try areEqual(value, element) { return .bool(true) }
        }
        return .bool(false)
    }

    private mutating func evaluateSum(
        _ left: CertLogicNode, _ right: CertLogicNode, _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        guard case .integer(let left) = try evaluate(left, data), case .integer(let right) = try evaluate(right, data)
        else { throw CertLogicError(.wrongType, in: "+") }
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow else { throw CertLogicError(.outOfRange, in: "+") }
        return .integer(sum)
    }

    private mutating func evaluateComparison(
        _ comparison: CertLogicComparison, _ operands: [CertLogicNode], _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        var numbers: [Int64] = []
        for operand in operands {
            switch try evaluate(operand, data) {
            case .integer(let integer) where !comparison.comparesDateTimes: numbers.append(integer)
            case .dateTime(let moment) where comparison.comparesDateTimes: numbers.append(moment.milliseconds)
            default: throw CertLogicError(.wrongType, in: comparison.operation)
            }
        }
        return .bool(zip(numbers, numbers.dropFirst()).allSatisfy(comparison.holds))
    }

    /// The fragment of a certificate's identifier; `URN:UVCI:` before it doesn't count.
    private mutating func evaluateUCIFragment(
        _ identifier: CertLogicNode, _ index: Int64, _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        let value = try evaluate(identifier, data)
        if value == .null { return .null }
        let text = try text(of: value, in: "extractFromUVCI")
        let prefix = "URN:UVCI:"
        let rest = text.utf8.starts(with: prefix.utf8) ? text.utf8.dropFirst(prefix.utf8.count) : text.utf8[...]
        let fragments = rest.split(omittingEmptySubsequences: false) { byte in
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
        }
        try spend(fragments.count)
        guard let index = Int(exactly: index), fragments.indices.contains(index) else { return .null }
        return .string(String(Substring(fragments[index])))
    }

    private mutating func evaluateReduction(
        _ list: CertLogicNode, _ lambda: CertLogicNode, _ initial: CertLogicNode, _ data: CertLogicValue
    ) throws(CertLogicError) -> CertLogicValue {
        let value = try evaluate(list, data)
        var accumulator = try evaluate(initial, data)
        if value == .null { return accumulator }
        guard case .array(let elements) = value else { throw CertLogicError(.wrongType, in: "reduce") }
        for element in elements {
            accumulator = try evaluate(lambda, .object(["current": element, "accumulator": accumulator]))
            // The whole context can be what the lambda gives, so its depth has to be watched here too.
            if case .object = accumulator { try spendOnCopy(of: accumulator, depth: 1) }
        }
        return accumulator
    }
}
