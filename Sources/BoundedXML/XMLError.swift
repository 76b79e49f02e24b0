/// Why bytes are not XML that we read: a code, and the line where it was found.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// More bytes than allowed.
        case tooLarge
        /// More elements and attributes than allowed.
        case tooManyNodes
        /// Elements nested deeper than allowed.
        case tooDeep
        /// Not well-formed.
        case notXML
        /// A document type, which could define entities.
        case documentType
        /// Not UTF-8.
        case encoding
    }

    package let code: Code

    /// Counted from 1.
    package let line: Int

    package init(_ code: Code, line: Int) { (self.code, self.line) = (code, line) }

    /// The code and the line; never the text itself.
    package var description: String { "XML: \(code.rawValue) on line \(line)" }
}
