import Foundation

/// What can be seen on a page before anybody knows which form it is: its words and its rulings, in fractions of it.
package struct PageOverview: Sendable, Hashable {
    /// The page's width divided by its height.
    package let aspect: Double
    /// Words upright, as on most pages.
    package let words: [ReadWord]
    /// Words of the page's upper part that are written upwards, as above narrow columns.
    package let upwards: [ReadWord]
    /// Thin straight lines, each one's box from end to end; none where the page's place isn't known.
    package let rulings: [ReadBox]
    /// The page's corners, where they are known.
    package let corners: [PicturePoint]

    package init(
        aspect: Double, words: [ReadWord], upwards: [ReadWord] = [], rulings: [ReadBox] = [],
        corners: [PicturePoint] = []
    ) {
        (self.aspect, self.words, self.upwards) = (aspect, words, upwards)
        (self.rulings, self.corners) = (rulings, corners)
    }

    /// What the reader says to a request without a page.
    package init(_ answer: ReaderAnswer) {
        let readings = answer.readings[0] ?? []
        func words(_ variant: String) -> [ReadWord] {
            let all = readings.filter { $0.variant.hasPrefix(variant) }.flatMap(\.words)
            return Array(all.filter { !$0.isBorder }.prefix(Self.mostWords))
        }
        self.init(
            aspect: Self.aspect(answer.corners), words: words("page"), upwards: words("turned"),
            rulings: answer.isFound ? answer.rulings : [], corners: answer.isFound ? answer.corners : [])
    }

    private static let mostWords = 4_000

    /// Perspective changes a page's proportion a little: one that is close to paper's is paper's.
    private static func aspect(_ corners: [PicturePoint]) -> Double {
        guard corners.count == 4 else { return 1 }
        func length(_ from: Int, _ to: Int) -> Double {
            hypot(corners[from].x - corners[to].x, corners[from].y - corners[to].y)
        }
        let aspect = (length(0, 1) + length(3, 2)) / max(length(0, 3) + length(1, 2), 1)
        let paper = aspect > 1 ? 2.0.squareRoot() : 0.5.squareRoot()
        return abs(log(aspect / paper)) < 0.15 ? paper : min(max(aspect, 0.2), 5)
    }
}
