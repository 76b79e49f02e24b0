/// Which part of a list a page shows, and the ways to the parts before and after it.
package struct Paging: TemplateModel {
    /// The pages that may be asked for.
    package static let numbers = 1...99_999

    /// From 1.
    package let number: Int
    package let pages: Int
    private let size: Int
    private let besideSize: Int
    private let path: String

    /// - Parameters:
    ///   - asked: what the address names; the nearest page that there is becomes it.
    ///   - size: how many of so many are shown at once.
    ///   - beside: how many there are of another list that is shown in the same parts, and of how many at once.
    package init(_ count: Int, by size: Int, beside: (count: Int, size: Int) = (0, 1), asked: String?, at path: String)
    {
        (self.size, self.path, besideSize) = (size, path, beside.size)
        pages = max(1, (count + size - 1) / size, (beside.count + beside.size - 1) / beside.size)
        number = min(asked.flatMap { Int(typed: $0, in: Self.numbers) } ?? 1, pages)
    }

    /// What of the list is shown.
    package func shown<Element>(of list: [Element]) -> ArraySlice<Element> {
        list.dropFirst((number - 1) * size).prefix(size)
    }

    /// What of the list beside it is shown.
    package func shownBeside<Element>(of list: [Element]) -> ArraySlice<Element> {
        list.dropFirst((number - 1) * besideSize).prefix(besideSize)
    }

    /// Nil where the list is whole.
    package var links: Self? { pages > 1 ? self : nil }

    private func link(_ number: Int) -> String? { (1...pages).contains(number) ? "\(path)?page=\(number)" : nil }

    package static let fields: [TemplateField<Self>] = [
        .text("position") { paging, words in
            words(.`shared.pages.position`, ["page": String(paging.number), "pages": String(paging.pages)])
        },
        .text("newer") { $0.link($0.number - 1) }, .text("older") { $0.link($0.number + 1) },
    ]
}
