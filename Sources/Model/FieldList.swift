/// A record whose fields are data.
package protocol FieldList: Sendable, Hashable {
    /// All of them, in the order in which they are written.
    static var fields: [Field<Self>] { get }

    /// Those that two records can differ in; the others say where a record comes from.
    static var compared: [Field<Self>] { get }

    /// A record without anything in it, to be filled field by field.
    static var empty: Self { get }
}

extension FieldList {
    package static var compared: [Field<Self>] { fields }

    /// What is wrong with the record, field by field; nothing when it can be kept.
    package var issues: [Issue] { Self.fields.compactMap { $0.issue(in: self) } }

    /// The field of that name.
    package static func field(_ name: String) -> Field<Self>? { fields.first { $0.name == name } }

    /// The names of the fields in which two records differ.
    package func differences(from other: Self) -> [String] {
        Self.compared.filter { $0[self] != $0[other] }.map(\.name)
    }

    /// The record with the other's value in each field that it doesn't have itself.
    package func completed(by other: Self) -> Self {
        var record = self
        for field in Self.fields where field[self] == nil { field.set(field[other], in: &record) }
        return record
    }
}
