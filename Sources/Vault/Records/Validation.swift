import Model

/// What the texts of records without fields are held to.
enum Validation {
    static func text(_ text: String, _ field: String, limit: Int) throws(VaultError) {
        if let code = RecordText.fault(in: text, limit: limit) {
            throw VaultError(.invalidRecord, "a field can't be kept (\(Issue(field, code)))")
        }
    }

    static func optional(_ text: String?, _ field: String, limit: Int) throws(VaultError) {
        if let text { try self.text(text, field, limit: limit) }
    }
}
