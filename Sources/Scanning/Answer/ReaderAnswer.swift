/// What the reader process says of a page.
package struct ReaderAnswer: Sendable, Hashable {
    /// How the page's place in the picture came about.
    package enum Place: String, Sendable, CaseIterable {
        /// The reader found it.
        case found
        /// The reader isn't certain of it: the person is asked.
        case asked
        /// The picture is the page.
        case whole
        /// The person gave it.
        case given
    }

    /// What makes a picture hard to read.
    package enum PictureFlaw: String, Sendable, CaseIterable {
        case blurred, dark, small, glare
        /// Another page is beside the one that was read.
        case several
    }

    /// The picture's size in pixels.
    package internal(set) var width = 0
    package internal(set) var height = 0
    package internal(set) var place = Place.asked
    /// How certain the reader is of the page's place, 0 to 1.
    package internal(set) var score = 0.0
    /// The page's corners, clockwise from its own top left, in pixels of the picture; four or none.
    package internal(set) var corners: [PicturePoint] = []
    package internal(set) var faults: Set<PictureFlaw> = []
    /// The readings of each region, by its number.
    package internal(set) var readings: [Int: [RegionReading]] = [:]
    /// How much of a cell is marked, 0 to 1, by its number.
    package internal(set) var ink: [Int: Double] = [:]
    /// Thin straight lines of a page of which no template is known: each one's box from end to end.
    package internal(set) var rulings: [ReadBox] = []
    /// The page's codes.
    package internal(set) var codes: [ReadCode] = []
    /// The flat page, drawn as a PNG.
    package internal(set) var drawing: [UInt8]?

    package init() {}

    /// The most bytes before the drawing.
    package static let mostBytes = 8 << 20
    /// The most bytes of a drawing.
    package static let mostDrawingBytes = 32 << 20
    package static let mostWords = 40_000
    package static let mostCodes = 200
    package static let mostRulings = 4_000
    /// The most readings of one region.
    package static let mostReadings = 60
    /// The longest word and the longest code, in UTF-8 bytes.
    package static let longestText = 8_000

    /// Whether the page's place is known, so that its regions were read.
    package var isFound: Bool { place != .asked }
}
