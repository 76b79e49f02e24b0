import Testing

@testable import Web
@testable import WebApp

@Suite("Posted forms", .timeLimit(.minutes(3)))
struct FormFieldsTests {
    private func parse(
        _ text: String, limits: FormLimits = FormLimits(), repeating: Set<String> = []
    ) throws(FormError) -> FormFields {
        try FormFields.parse(text.utf8, limits: limits, repeating: repeating)
    }

    @Test func readsFieldsInTheirOrder() throws {
        let form = try self.parse("name=J%C3%BCrgen+M&kind=dog&&empty=&bare&sum=1%2B1=2")
        #expect(form.names == ["name", "kind", "empty", "bare", "sum"])
        #expect(form["name"] == "Jürgen M")
        #expect(form["empty"] == "")
        #expect(form["bare"] == "")
        #expect(form["sum"] == "1+1=2")
        #expect(form["other"] == nil)
    }

    @Test func readsAnEmptyForm() throws {
        #expect(try self.parse("").names.isEmpty)
        #expect(try self.parse("&&&").names.isEmpty)
    }

    @Test func refusesADoubledField() {
        #expect(throws: FormError.doubledField) { try self.parse("a=1&b=2&a=1") }
        #expect(throws: FormError.doubledField) { try self.parse("a=1&%61=2") }
    }

    @Test func takesAFieldThatMayRepeat() throws {
        #expect(try self.parse("a=1&a=2", repeating: ["a"]).values("a") == ["1", "2"])
    }

    /// More that combine than any word has would take for ever to be brought into their order.
    @Test func dividesManyMarks() throws {
        let marks = try self.parse("a=a" + String(repeating: "%cc%81%cc%a3", count: 16))["a"]
        #expect(try #require(marks).unicodeScalars.count == 34)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%c3", "a=%ff", "a=%ed%a0%80"])
    func refusesWhatIsNoText(text: String) {
        #expect(throws: FormError.badEncoding) { try self.parse(text) }
    }

    /// Like other control characters it is the form's to refuse, beside what else was typed.
    @Test func leavesNULToTheForm() throws {
        #expect(try self.parse("a=x%00y")["a"] == "x\0y")
    }

    @Test(arguments: ["=1", "%20=1", "a%0ab=1", "%C3%BC=1"])
    func refusesNamesThatAreNotPlain(text: String) {
        #expect(throws: FormError.badName) { try self.parse(text) }
    }

    @Test func boundsEverything() {
        let limits = FormLimits(bytes: 40, fields: 3, nameBytes: 4, valueBytes: 5)
        #expect(throws: FormError.tooLarge) { try self.parse("a=" + String(repeating: "b", count: 39), limits: limits) }
        #expect(throws: FormError.tooManyFields) { try self.parse("a&b&c&d", limits: limits) }
        #expect(throws: FormError.badName) { try self.parse("abcde=1", limits: limits) }
        #expect(throws: FormError.tooLarge) { try self.parse("a=123456", limits: limits) }
        #expect(throws: Never.self) { try self.parse("abcd=12345&b&c", limits: limits) }
    }
}
