import BoundedJSON
import HealthCertificate
import Testing

@Suite("A hostile rule costs little and crashes nothing", .timeLimit(.minutes(3)))
struct HostileRuleTests {
    private func reduction(_ lambda: String, over count: Int) throws -> CertLogicError? {
        let json = try JSONValue(parsing: #"{"reduce":[{"var":""},LAMBDA,1]}"#.replacing("LAMBDA", with: lambda))
        let data = CertLogicValue.array(Array(repeating: .integer(1), count: count))
        do {
            _ = try CertLogicExpression(json).evaluate(with: data)
            return nil
        } catch {
            return error
        }
    }

    @Test func nestingIsBounded() throws {
        for operation in [#"{"!":[X]}"#, "[X]", #"{"if":[X,1,2]}"#, #"{"reduce":[[1],X,1]}"#] {
            var text = "1"
            for _ in 0..<60 { text = operation.replacing("X", with: text) }
            let deep = try JSONValue(parsing: text, limits: JSONLimits(depth: 500))
            #expect(throws: Never.self) { try CertLogicExpression(deep) }
            for _ in 0..<10 { text = operation.replacing("X", with: text) }
            let tooDeep = try JSONValue(parsing: text, limits: JSONLimits(depth: 500))
            #expect(throws: CertLogicError(.tooDeep)) { try CertLogicExpression(tooDeep) }
        }
    }

    @Test func sizeIsBounded() throws {
        let operands = Array(repeating: JSONValue.bool(true), count: CertLogicExpression.maximumSize)
        #expect(throws: CertLogicError(.tooLarge)) { try CertLogicExpression(.array(operands)) }
    }

    @Test func foldsThatGrowEndEarly() throws {
        #expect(try reduction(#"[{"var":"accumulator"}]"#, over: 100_000)?.code == .outOfRange)
        #expect(try reduction(#"{"var":""}"#, over: 100_000)?.code == .outOfRange)
        #expect(try reduction(#"[{"var":"accumulator"},{"var":"accumulator"}]"#, over: 100)?.code == .stepsExhausted)
        #expect(try reduction(#"{"+":[{"var":"accumulator"},1]}"#, over: 1_000) == nil)
        #expect(try reduction(#"{"+":[{"var":"accumulator"},1]}"#, over: 100_000)?.code == .stepsExhausted)
    }

    @Test func longListsAndTextsCostSteps() throws {
        let json = try JSONValue(parsing: #"{"in":[{"var":"x"},{"var":"l"}]}"#)
        let expression = try CertLogicExpression(json)
        let numbers = (0..<60_000).map { CertLogicValue.integer($0) }
        #expect(throws: CertLogicError(.stepsExhausted)) {
            try expression.evaluate(with: .object(["x": .integer(-1), "l": .array(numbers)]))
        }
        let long = CertLogicValue.string(String(repeating: "x", count: 64_000))
        #expect(throws: CertLogicError(.stepsExhausted)) {
            let texts = Array(repeating: CertLogicValue.string(String(repeating: "x", count: 63_999) + "y"), count: 100)
            return try expression.evaluate(with: .object(["x": long, "l": .array(texts)]))
        }
    }

    @Test func nestedFoldsShareTheSteps() throws {
        var lambda = #"{"+":[{"var":"accumulator"},1]}"#
        for _ in 0..<5 { lambda = #"{"reduce":[[1,1,1,1,1,1,1,1,1,1],L,0]}"#.replacing("L", with: lambda) }
        #expect(try reduction(lambda, over: 10)?.code == .stepsExhausted)
    }
}
