/// What the values say of a link.
package struct JudgedLink: Sendable, Hashable {
    package let link: ScanLink
    /// The fields that it joins, in its order.
    package let fields: [FieldKey]
    /// Whether it holds; nil where a value lacks or isn't certain enough to break it.
    package let holds: Bool?

    package init(_ link: ScanLink, _ fields: [FieldKey], holds: Bool?) {
        (self.link, self.fields, self.holds) = (link, fields, holds)
    }
}
