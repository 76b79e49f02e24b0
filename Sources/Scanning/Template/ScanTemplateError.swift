import BoundedJSON

/// Why a template is refused: a code, the region or link that it is about, and the limit that it passes.
package struct ScanTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// It isn't JSON.
        case json
        /// More bytes or values than a template has.
        case tooLarge
        /// Its `format` is one that we don't know.
        case format
        /// Something lacks, or isn't of the kind that it has to be.
        case shape
        /// It has no page, or a page has no region.
        case empty
        /// More pages than allowed.
        case tooManyPages
        /// More regions than allowed, rows counted.
        case tooManyRegions
        /// More links than allowed.
        case tooManyLinks
        /// Links join more fields than allowed, each row's counted.
        case tooManyJoined
        /// More sums than allowed.
        case tooManySums
        /// More choices than allowed.
        case tooManyChoices
        /// A name is empty or too long.
        case nameLength
        /// A name has characters that can't be read.
        case nameCharacters
        /// Two regions of a page have the same name.
        case duplicateName
        /// A type that there isn't.
        case unknownType
        /// A region leaves the page.
        case outsidePage
        /// A number is too small or too large.
        case number
        /// A kind of link that there isn't.
        case unknownLink
        /// A link to a region that there isn't.
        case unknownRegion
        /// A link has too few or too many regions.
        case linkSize
    }

    package let code: Code
    /// The name of the region or the kind of link, as far as it is known; shortened.
    package let subject: String?
    /// What is allowed, where that is what is wrong.
    package let limit: Int?

    package init(_ code: Code, _ subject: String? = nil, limit: Int? = nil) {
        (self.code, self.limit) = (code, limit)
        self.subject = subject.map { String($0.prefix(ScanTemplate.longestName)) }
    }

    /// The code alone: names are the user's.
    package var description: String { "scan template: \(code.rawValue)" }

    /// A name that a template gives.
    static func name(_ json: JSONValue?, of subject: String? = nil) throws(ScanTemplateError) -> String {
        guard let name = json?.text else { throw ScanTemplateError(.shape, subject) }
        guard !name.isEmpty, name.count <= ScanTemplate.longestName, name.utf8.count <= 4 * ScanTemplate.longestName
        else { throw ScanTemplateError(.nameLength, subject ?? name, limit: ScanTemplate.longestName) }
        guard name.unicodeScalars.allSatisfy(Self.isReadable) else {
            throw ScanTemplateError(.nameCharacters, subject ?? name)
        }
        return name
    }

    private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }

    /// A number of a template, within bounds.
    static func number(
        _ json: JSONValue?, of subject: String? = nil, in range: ClosedRange<Double>
    ) throws(ScanTemplateError) -> Double {
        guard let number = json?.floatingPoint else { throw ScanTemplateError(.shape, subject) }
        guard range.contains(number) else { throw ScanTemplateError(.number, subject) }
        return number
    }
}
