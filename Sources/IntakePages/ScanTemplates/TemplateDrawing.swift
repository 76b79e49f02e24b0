package import Scanning
import Web

/// A page with its regions as a drawing, 1,000 units wide.
package struct TemplateDrawing: TemplateModel {
    let page: ScanPage
    /// The picture of a page under it.
    var picture: String?

    package init(page: ScanPage, picture: String? = nil) {
        self.page = page
        self.picture = picture
    }

    private static let width = 1_000.0

    private var height: Double { Self.width / page.aspect }

    private var boxes: [DrawnRegion] {
        let names = page.columns.map(\.name) + page.regions.map(\.name)
        return page.placed(page: 0).map { region in
            let number = (names.firstIndex(of: region.key.name) ?? 0) + 1
            return DrawnRegion(
                box: region.box, width: Self.width, height: height,
                number: (region.key.row ?? 1) == 1 ? number : nil)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("width") { DrawnRegion.written($0.width) }, .text("height") { DrawnRegion.written($0.height) },
        .text("picture") { $0.picture }, .rows("boxes") { $0.boxes },
    ]

    private var width: Double { Self.width }
}

/// A region of a drawing.
package struct DrawnRegion: TemplateModel {
    let box: RegionBox
    let width: Double
    let height: Double
    /// Its number in the list; nil for a column in rows after the first.
    let number: Int?

    package init(box: RegionBox, width: Double, height: Double, number: Int?) {
        self.box = box
        self.width = width
        self.height = height
        self.number = number
    }

    static func written(_ number: Double) -> String { String(Int(number.rounded(), clampedTo: 0...100_000)) }

    static let fields: [TemplateField<Self>] = [
        .text("left") { written($0.box.left * $0.width) }, .text("top") { written($0.box.top * $0.height) },
        .text("width") { written($0.box.width * $0.width) }, .text("height") { written($0.box.height * $0.height) },
        .text("number") { $0.number.map { String($0) } },
        .text("textLeft") { written($0.box.left * $0.width + 8) },
        .text("textTop") { written(($0.box.top + $0.box.height / 2) * $0.height + 12) },
    ]
}
