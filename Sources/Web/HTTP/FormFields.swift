import ByteCoding

/// What is wrong with a form as it was sent; what is wrong with its values is the feature's to say.
enum FormError: Error, Equatable {
    case tooLarge
    case tooManyFields
    case badEncoding
    case badName
    case doubledField
}

/// How large a form may be.
package struct FormLimits: Sendable {
    /// The whole form as sent, in bytes.
    var bytes = 256 * 1024
    /// Fields in number.
    var fields = 100
    /// A field's name, in bytes.
    var nameBytes = 100
    /// A field's value, decoded, in bytes.
    var valueBytes = 128 * 1024

    /// For a form that asks about each row of an import.
    static let rows = FormLimits(fields: 5_000)
    /// For a table that people type: twenty times its rows, so that too many are said to be so.
    package static let table = FormLimits(fields: 1_000)
}

/// The fields of a form in the order they were sent, each once but for those that may repeat.
package struct FormFields: Sendable, Equatable {
    package private(set) var names: [String] = []
    private var valuesByName: [String: [String]] = [:]
    private var count = 0
    /// About how much memory they take.
    private(set) var memory = 0

    /// What a field takes beside its bytes.
    static let fieldMemory = 150

    package init() {}

    /// The field's value; nil when it wasn't sent.
    package subscript(name: String) -> String? { self.valuesByName[name]?.first }

    /// All values of a field that may repeat.
    package func values(_ name: String) -> [String] { self.valuesByName[name] ?? [] }

    /// Reads `application/x-www-form-urlencoded` (https://url.spec.whatwg.org/#urlencoded-parsing), strictly.
    static func parse(
        _ bytes: some Collection<UInt8>,
        limits: FormLimits = FormLimits(),
        repeating: Set<String> = []
    ) throws(FormError) -> FormFields {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        var form = FormFields()
        var rest = bytes[...]
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != 0x26 }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            let name = pair.prefix { $0 != 0x3D }
            let value = pair[name.endIndex...].dropFirst()
            try form.append(
                name: Self.text(name), value: Self.text(value), limits: limits, repeating: repeating)
        }
        return form
    }

    /// What a program sends as a form; nil where it is none.
    package static func readable(_ bytes: some Collection<UInt8>) -> FormFields? { try? parse(bytes) }

    /// Adds a field, within the limits.
    mutating func append(
        name: String, value: String, limits: FormLimits, repeating: Set<String>
    ) throws(FormError) {
        guard self.count < limits.fields else { throw .tooManyFields }
        guard !name.isEmpty, name.utf8.count <= limits.nameBytes,
            name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .badName }
        guard value.utf8.count <= limits.valueBytes else { throw .tooLarge }
        if self.valuesByName[name] == nil {
            self.names.append(name)
        } else if !repeating.contains(name) {
            throw .doubledField
        }
        self.valuesByName[name, default: []].append(value)
        self.count += 1
        self.memory += name.utf8.count + value.utf8.count + Self.fieldMemory
    }

    private static func text(_ bytes: some Collection<UInt8>) throws(FormError) -> String {
        guard let decoded = PercentCoding.decode(bytes, plusIsSpace: true),
            let text = String(typed: decoded, as: UTF8.self)
        else { throw .badEncoding }
        return text
    }
}
