/// Why CDSi's supporting data can't be converted.
package struct CDSiError: Error, CustomStringConvertible {
    /// The file's name and where in it.
    package let place: String
    /// What is wrong.
    package let reason: String

    /// What is wrong with something, in words for whoever runs it.
    package init(_ place: String, _ reason: String) {
        (self.place, self.reason) = (place, reason)
    }

    /// Place and reason.
    package var description: String { "\(place): \(reason)" }
}
