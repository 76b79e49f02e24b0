package import Foundation

/// A publication that a person has to compare with our rows.
package struct ReviewTask: Codable, Sendable, Equatable {
    /// What names it in addresses: 16 hexadecimal digits.
    package let id: String
    package let title: String
    package let link: String?
    /// ISO 8601 calendar date of the publication.
    package let published: String?
    package let summary: String
    /// When it was noticed.
    package let found: Date
    /// When an admin was done with it.
    package var done: Date?
    /// The lines of its tables, where its PDF was read.
    package var lines: [String]?

    package var isDone: Bool { done != nil }

    init(_ item: FeedItem, found: Date) {
        (id, title, link, published, summary) = (item.id, item.title, item.link, item.date, item.summary)
        (self.found, done, lines) = (found, nil, nil)
    }
}
