import BoundedJSON
import HealthCertificate
import Testing

@Suite("CertLogic follows its specification", .timeLimit(.minutes(3)))
struct CertLogicTests {
    private func evaluate(_ expression: String, _ data: String = "null") throws -> CertLogicValue {
        let json = try JSONValue(parsing: expression)
        return try CertLogicExpression(json).evaluate(with: CertLogicValue(try JSONValue(parsing: data)))
    }

    @Test(
        "Operations evaluate as specified",
        arguments: [
            (#"{"var":""}"#, "7", "7"), (#"{"var":"a.1.b"}"#, #"{"a":[0,{"b":2}]}"#, "2"),
            (#"{"var":"a.-1"}"#, #"{"a":[1]}"#, "null"), (#"{"var":"a.99999999999999999999"}"#, #"{"a":[1]}"#, "null"),
            (#"{"var":"0"}"#, #"{"0":1}"#, "null"), (#"{"var":"x"}"#, "\"text\"", "null"),
            (#"{"if":[{"var":"o"},1,2]}"#, #"{"o":{}}"#, "2"),
            (#"{"if":[{"var":"o"},1,2]}"#, #"{"o":{"k":null}}"#, "1"),
            (#"{"and":[true,"",{"+":["a",1]}]}"#, "null", "\"\""), (#"{"and":[1,"a"]}"#, "null", "\"a\""),
            (#"{"!":[[]]}"#, "null", "true"), (#"{"===":[1.0,1]}"#, "null", "true"),
            (#"{"===":[{"var":"d"},2]}"#, #"{"d":2.0}"#, "true"), (#"{"===":[1,"1"]}"#, "null", "false"),
            (#"{"===":[[1,["a"]],[1,["a"]]]}"#, "null", "true"),
            (#"{"===":[{"var":"a"},{"var":"b"}]}"#, ##"{"a":"\u00e9","b":"e\u0301"}"##, "false"),
            (#"{"in":[{"var":"n"},[1,"a"]]}"#, "{}", "false"), (#"{"in":[2,[1,2]]}"#, "null", "true"),
            (#"{"+":[2,-3]}"#, "null", "-1"), (#"{"<":[1,2,2]}"#, "null", "false"),
            (#"{">=":[3,2,2]}"#, "null", "true"),
            (#"{"extractFromUVCI":["URN:UVCI:01:NL:a/b#c",4]}"#, "null", "\"c\""),
            (#"{"extractFromUVCI":["URN:UVCI:",0]}"#, "null", "\"\""),
            (#"{"extractFromUVCI":["urn:uvci:x",0]}"#, "null", "\"urn\""),
            (#"{"reduce":[{"var":"l"},{"+":[{"var":"accumulator"},{"var":"current"}]},10]}"#, #"{"l":[1,2]}"#, "13"),
            (#"{"reduce":[{"var":"l"},{"var":"data"},10]}"#, #"{"l":[1],"data":5}"#, "null"),
            (#"[1,{"var":"x"}]"#, #"{"x":[true]}"#, "[1,[true]]"),
        ])
    func evaluates(expression: String, data: String, result: String) throws {
        #expect(try evaluate(expression, data).json == JSONValue(parsing: result))
    }

    @Test(
        "Date-times are made as specified",
        arguments: [
            (#"{"plusTime":["2020-02-29",1,"day"]}"#, "2020-03-01T00:00:00.000Z"),
            (#"{"plusTime":["2020-02-29",1,"month"]}"#, "2020-03-29T00:00:00.000Z"),
            (#"{"plusTime":["2020-02-29",1,"year"]}"#, "2021-03-01T00:00:00.000Z"),
            (#"{"plusTime":["2021-01-31",1,"month"]}"#, "2021-03-03T00:00:00.000Z"),
            (#"{"plusTime":["2021-03-31",-1,"month"]}"#, "2021-03-03T00:00:00.000Z"),
            (#"{"plusTime":["2021-01-15",-13,"month"]}"#, "2019-12-15T00:00:00.000Z"),
            (#"{"plusTime":["2021-06-01T12:00:00+02",-36,"hour"]}"#, "2021-05-30T22:00:00.000Z"),
            (#"{"plusTime":["2004",0,"day"]}"#, "2004-12-31T00:00:00.000Z"),
            (#"{"plusTime":["2004-02",0,"year"]}"#, "2004-02-29T00:00:00.000Z"),
            (#"{"plusTime":["1900-02",0,"year"]}"#, "1900-02-28T00:00:00.000Z"),
            (#"{"dccDateOfBirth":["1964-04"]}"#, "1964-04-30T00:00:00.000Z"),
            (#"{"plusTime":["0000-01-01",0,"day"]}"#, "0000-01-01T00:00:00.000Z"),
            (#"{"plusTime":["2021-06-01T12:34:56.7899999+0530",0,"day"]}"#, "2021-06-01T07:04:56.789Z"),
            (#"{"plusTime":["2021-06-01T12:34:56.7-130",0,"day"]}"#, "2021-06-01T14:04:56.700Z"),
            (#"{"plusTime":["2021-06-01T12:34:56+2:30",0,"day"]}"#, "2021-06-01T10:04:56.000Z"),
            (#"{"plusTime":["2021-06-01T12:34:56-5",0,"day"]}"#, "2021-06-01T17:34:56.000Z"),
            (#"{"plusTime":["1969-12-31T23:59:59.9",0,"day"]}"#, "1969-12-31T23:59:59.900Z"),
        ])
    func makesDateTimes(expression: String, result: String) throws {
        #expect(try evaluate(expression).json == .string(result))
    }

    @Test(
        "Texts that are no date-time are refused",
        arguments: [
            "", "21", "2021-13", "2021-00", "2021-02-29", "2021-06-31", "2021-6-1", "2021-06-01T", "2021-06-01T12:00",
            "2021-06-01T24:00:00", "2021-06-01T12:60:00", "2021-06-01T12:00:60", "2021-06-01T12:00:00.",
            "2021-06-01T12:00:00z", "2021-06-01T12:00:00+", "2021-06-01T12:00:00+24", "2021-06-01T12:00:00+1:5",
            "2021-06-01T12:00:00+12:", "2021-06-01T12:00:00+123456", "2021-06-01 12:00:00", "2021-06-01T12:00:00Z ",
            "-2021-06-01", "+2021", "２０２１",
        ])
    func refusesDates(text: String) {
        #expect(throws: CertLogicError(.invalidDate, in: "plusTime")) {
            try evaluate(#"{"plusTime":[{"var":""},0,"day"]}"#, JSONValue.string(text).compactText)
        }
    }

    @Test(
        "Expressions that aren't CertLogic are refused before they are evaluated",
        arguments: [
            ("null", CertLogicError.Code.invalidLiteral, ""), ("1.5", .invalidLiteral, ""), ("{}", .notAnOperation, ""),
            (#"{"!":[1],"if":[1,2,3]}"#, .notAnOperation, ""), (#"{"!":1}"#, .notAnOperation, "!"),
            (#"{"or":[1,2]}"#, .unknownOperation, "or"), (#"{"==":[1,2]}"#, .unknownOperation, "=="),
            (#"{"if":[1,2]}"#, .wrongOperandCount, "if"), (#"{"and":[1]}"#, .wrongOperandCount, "and"),
            (#"{"!":[1,2]}"#, .wrongOperandCount, "!"), (#"{"<":[1,2,3,4]}"#, .wrongOperandCount, "<"),
            (#"{"var":1}"#, .invalidPath, "var"), (#"{"var":["a"]}"#, .invalidPath, "var"),
            (#"{"var":"a..b"}"#, .invalidPath, "var"), (#"{"var":".a"}"#, .invalidPath, "var"),
            (#"{"plusTime":["2021","1","day"]}"#, .invalidOperand, "plusTime"),
            (#"{"plusTime":["2021",1,"days"]}"#, .invalidOperand, "plusTime"),
            (#"{"plusTime":["2021",1.5,"day"]}"#, .invalidOperand, "plusTime"),
            (#"{"extractFromUVCI":["a","1"]}"#, .invalidOperand, "extractFromUVCI"),
            (#"{"if":[true,1,{"xor":[1,2]}]}"#, .unknownOperation, "xor"),
        ])
    func refuses(expression: String, code: CertLogicError.Code, operation: String) throws {
        let json = try JSONValue(parsing: expression)
        #expect(throws: CertLogicError(code, in: operation)) { try CertLogicExpression(json) }
        #expect(CertLogicExpression.faults(in: json).first == CertLogicError(code, in: operation))
    }

    @Test(
        "Operands of the wrong type are errors, not answers",
        arguments: [
            (#"{"in":[1,{"var":"n"}]}"#, CertLogicError.Code.wrongType, "in"), (#"{"+":[1,"1"]}"#, .wrongType, "+"),
            (#"{"<":["1",2]}"#, .wrongType, "<"), (#"{"<":[{"var":"f"},2]}"#, .wrongType, "<"),
            (#"{"before":["2021","2022"]}"#, .wrongType, "before"),
            (#"{"<":[{"plusTime":["2021",0,"day"]},{"plusTime":["2021",0,"day"]}]}"#, .wrongType, "<"),
            (#"{"plusTime":[{"plusTime":["2021",0,"day"]},0,"day"]}"#, .wrongType, "plusTime"),
            (#"{"plusTime":[{"var":"n"},0,"day"]}"#, .wrongType, "plusTime"),
            (#"{"dccDateOfBirth":["2021-06-01T00:00:00Z"]}"#, .invalidDate, "dccDateOfBirth"),
            (#"{"reduce":["a",1,2]}"#, .wrongType, "reduce"),
            (#"{"extractFromUVCI":[1,0]}"#, .wrongType, "extractFromUVCI"),
            (#"{"!":[{"plusTime":["2021",0,"day"]}]}"#, .neitherTruthyNorFalsy, "!"),
            (#"{"if":[{"var":"f"},1,2]}"#, .neitherTruthyNorFalsy, "if"),
            (#"{"+":[9223372036854775807,1]}"#, .outOfRange, "+"),
            (#"{"plusTime":["2021",9223372036854775807,"hour"]}"#, .outOfRange, "plusTime"),
            (#"{"plusTime":["2021",9223372036854775807,"year"]}"#, .outOfRange, "plusTime"),
            (#"{"plusTime":["2021",-299999,"year"]}"#, .outOfRange, "plusTime"),
        ])
    func fails(expression: String, code: CertLogicError.Code, operation: String) {
        #expect(throws: CertLogicError(code, in: operation)) { try evaluate(expression, #"{"f":0.5}"#) }
    }

    @Test func allFaultsAreListed() throws {
        let json = try JSONValue(parsing: #"{"if":[null,{"or":[]},{"var":"."}]}"#)
        #expect(CertLogicExpression.faults(in: json).map(\.code) == [.invalidLiteral, .unknownOperation, .invalidPath])
        #expect(CertLogicExpression.faults(in: .bool(true)).isEmpty)
    }

    @Test func accessedPathsLeaveLambdasOut() throws {
        let json = try JSONValue(
            parsing: #"{"reduce":[{"var":"payload.v"},{"var":"current.dn"},{"if":[{"var":"b"},{"var":"b"},1]}]}"#)
        #expect(try CertLogicExpression(json).accessedPaths == ["b", "payload.v"])
    }
}
