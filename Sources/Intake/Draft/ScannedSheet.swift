/// Pages of one form that doses were read from: where each is in its picture, and all that was read of it.
package struct ScannedSheet: Codable, Sendable, Hashable {
    /// A file as it came.
    package struct Source: Codable, Sendable, Hashable {
        package let name: String
        /// The sealed file's id.
        package let file: String
        /// How many pages it says to have, which may be more than were taken; nil where nobody asked.
        package let pages: Int?

        package init(name: String, file: String, pages: Int? = nil) {
            (self.name, self.file, self.pages) = (name, file, pages)
        }
    }

    package struct Page: Codable, Sendable, Hashable {
        /// Which of the files, and which page of that, from 0.
        package let source: Int
        package let number: Int
        /// The picture's size in pixels, where it is known.
        package var width = 0
        package var height = 0
        /// How its place was found, by the reader's name; nil where nothing could be read.
        package var place: String?
        /// Eight numbers, clockwise from the page's own top left, in pixels of the picture; or none.
        package var corners: [Double] = []
        /// The flat page's picture: a sealed file's id.
        package var flat: String?
        /// What makes it hard to read, by the reader's names.
        package var faults: [String] = []
        /// Where it waits to be read: the id of the form that somebody chose, or nothing where it is to be found out.
        package var unread: String?
        /// Why nothing was read, by the name of what is said of it.
        package var refusal: String?
        /// Whether the vaccines that it names are for another species than the pass.
        package var isOfOthers: Bool?
        package var rows: [Row] = []
        package var fields: [String: Cell] = [:]

        package init(source: Int, number: Int) { (self.source, self.number) = (source, number) }
    }

    package struct Row: Codable, Sendable, Hashable {
        package let number: Int
        package var fields: [String: Cell]
        /// Whether something is written where its vaccine, day or batch is.
        package let isInked: Bool

        package init(number: Int, fields: [String: Cell], isInked: Bool) {
            (self.number, self.fields, self.isInked) = (number, fields, isInked)
        }
    }

    /// What didn't fit together when it was read.
    package struct Link: Codable, Sendable, Hashable {
        package let kind: String
        package let regions: [String]
        package let fields: [Key]

        package init(kind: String, regions: [String], fields: [Key]) {
            (self.kind, self.regions, self.fields) = (kind, regions, fields)
        }
    }

    package struct Key: Codable, Sendable, Hashable {
        package let page: Int
        package let row: Int?
        package let name: String

        package init(page: Int, row: Int?, name: String) { (self.page, self.row, self.name) = (page, row, name) }
    }

    /// The form, as JSON; nil where nobody knows yet which it is.
    package var template: String?
    /// In the order of the form's pages.
    package var pages: [Page]
    package var broken: [Link]
    /// The id of the pass that its doses are for, where it isn't that of the draft.
    package var pass: String?

    package init(template: String?, pages: [Page], broken: [Link] = []) {
        (self.template, self.pages, self.broken) = (template, pages, broken)
    }
}
