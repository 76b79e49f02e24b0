package import Model

/// Something about the holder, in a document.
@dynamicMemberLookup
package struct ArchivedFact: Sendable, Equatable {
    package var id: String?
    package var content: Fact

    package init(id: String? = nil, _ content: Fact) {
        (self.id, self.content) = (id, content)
    }

    package subscript<Value>(dynamicMember field: WritableKeyPath<Fact, Value>) -> Value {
        get { content[keyPath: field] }
        set { content[keyPath: field] = newValue }
    }
}
