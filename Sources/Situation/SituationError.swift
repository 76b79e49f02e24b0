/// Why a data file, or the list of indicators, isn't taken.
package struct SituationError: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable, Codable {
        /// Not a file that can be read.
        case unreadable
        /// Larger than is read.
        case tooLarge
        /// Nothing in it.
        case empty
        /// A page for a browser.
        case webPage
        /// What Git keeps in the place of a large file.
        case pointer
        /// Not text in UTF-8.
        case notText
        /// Its columns are those of no table that is known.
        case unknownTable
        /// Its columns are those of several tables, and its rows fit more than one of them.
        case ambiguousTable
        /// A column is missing, or one more is there.
        case columns
        /// A row has more or fewer fields than the table has columns.
        case fields
        /// A line or a field is longer than any should be, or a quotation mark isn't closed.
        case line
        /// More rows than are read.
        case tooManyRows
        /// The file ends within a line.
        case cutOff
        /// No row.
        case noRows
        /// A field isn't of its column's type.
        case type
        /// A field isn't among the values that its column may have.
        case value
        /// A field is empty that has to be filled.
        case missing
        /// Two rows have the same key.
        case duplicate
        /// A row names one area and another one's key.
        case area
        /// It has fewer than half of the rows of the one that is there.
        case shrunk
        /// The list of indicators is not what it should be.
        case catalogue
        /// It couldn't be written.
        case unkept
        /// The publisher's server didn't answer, or with an error.
        case unreachable
    }

    package let code: Code
    /// The line that it is about, from 1; nil for the file as a whole.
    package let line: Int?
    /// The column or the name that it is about; shortened.
    package let subject: String?

    package init(_ code: Code, line: Int? = nil, _ subject: String? = nil) {
        (self.code, self.line) = (code, line)
        self.subject = subject.map { String($0.prefix(80)) }
    }
}
