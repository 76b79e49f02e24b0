import Foundation
import Intake
import Model
package import Scanning
import Vault
package import Web

/// The corners of a page as somebody gives them, one after the other.
package struct CornerForm: Sendable {
    /// Fractions of the picture's width and height.
    var points: [PicturePoint] = []
    /// The id of the form that is chosen.
    var template: String?

    static let names = (1...4).map { "point-\($0)" }

    init(template: String?) { self.template = template }

    /// The points so far, as hidden fields have them.
    init(_ fields: FormFields) {
        template = fields["template"]
        for name in Self.names {
            let numbers = (fields[name] ?? "").split(separator: " ").map { Double(typed: $0, in: 0...1) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { break }
            points.append(PicturePoint(x: x, y: y))
        }
    }

    /// Adds where the picture was pressed.
    mutating func add(_ fields: FormFields, shownWidth: String?, of page: ScannedSheet.Page) {
        guard points.count < 4, page.width > 0, page.height > 0,
            let point = PicturePoint(
                pressed: "corner", fields, width: shownWidth, aspect: Double(page.width) / Double(page.height))
        else { return }
        points.append(point)
    }

    enum PageAction {
        /// Further points are needed.
        case more
        /// Four points that are no page.
        case crossed
        case read(ReaderRequest)
    }

    /// What is wanted.
    func wish(_ fields: FormFields, _ page: ScannedSheet.Page) -> PageAction {
        if fields["whole"] != nil { return .read(ReaderRequest(corners: .whole)) }
        if fields["find"] != nil { return .read(ReaderRequest()) }
        if fields["turn"] != nil {
            // Where the page isn't known, it is looked for, however it lies.
            guard page.corners.count == 8 else { return .read(ReaderRequest()) }
            let corners = (0..<4).map { PicturePoint(x: page.corners[2 * $0], y: page.corners[2 * $0 + 1]) }
            return .read(ReaderRequest(corners: .given(Array(corners[1...] + corners[..<1]))))
        }
        guard points.count == 4 else { return .more }
        let pixels = points.map {
            PicturePoint(x: $0.x * Double(page.width), y: $0.y * Double(page.height))
        }
        return Self.ordered(pixels).map { .read(ReaderRequest(corners: .given($0))) } ?? .crossed
    }

    /// Clockwise from the first one, which is the page's own top left; nil where they make no page.
    static func ordered(_ points: [PicturePoint]) -> [PicturePoint]? {
        let (x, y) = (points.map(\.x).reduce(0, +) / 4, points.map(\.y).reduce(0, +) / 4)
        let around = points.sorted { atan2($0.y - y, $0.x - x) < atan2($1.y - y, $1.x - x) }
        guard let first = around.firstIndex(of: points[0]) else { return nil }
        let corners = Array(around[first...] + around[..<first])
        let turns = corners.indices.map { index in
            let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
            return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
        }
        return turns.allSatisfy { $0 > 100 } ? corners : nil
    }

    /// A point as a hidden field has it.
    package static func written(_ point: PicturePoint) -> String {
        String(format: "%.4f %.4f", locale: Locale(identifier: "en"), point.x, point.y)
    }
}

/// Where the page lies in its picture.
struct PlacePage: Page {
    let place: ScanPlace
    let templates: [ScanTemplate]
    let form: CornerForm
    let errors: FormErrors
    static let template = "Scans/place"

    func title(_ words: Localizer) -> String { words(.`scans.place.title`, ["page": String(place.number)]) }

    func faults(_ words: Localizer) -> FormErrors { errors }

    private var link: String { Links.scannedPage(place.id, place.number) }

    /// Whether the kind of page has to be chosen before its corners are: nothing can be read without.
    private var asksKind: Bool {
        guard place.isAlone, place.template == nil else { return false }
        return form.template != TableLayout.id && !templates.contains { $0.id == form.template }
    }

    private var photo: String { link + ".png?of=picture" }

    private var pictures: [CornerPicture] {
        let page = place.page
        guard page.width > 0, page.height > 0 else { return [] }
        return PlacedPicture.sizes.map { size, width in
            let picture = PlacedPicture(
                link: photo, action: "\(link)?width=\(width)#corners", width: width,
                height: width * page.height / page.width)
            return CornerPicture(picture: picture, size: size, points: form.points, known: page.cornerPoints)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.place.pass.name }, .text("action") { $0.link },
        .text("back") { Links.draft($0.place.id) },
        .text("again") { Links.newScan($0.place.pass.id) },
        .lines("faults") { page, words in page.place.page.faultSentences(words) },
        .text("flat") { $0.place.page.flat == nil ? nil : $0.link + ".png" },
        .text("fault") { page, words in
            page.place.page.refusal.flatMap(ScanFault.init(rawValue:)).map { words($0) }
        },
        .flag("asksKind") { $0.asksKind }, .text("photo") { $0.photo }, .rows("pictures") { $0.pictures },
        .rows("points") { page in
            page.form.points.enumerated().map {
                NamedValue(name: CornerForm.names[$0], value: CornerForm.written($1))
            }
        },
        .text("next") { page, words in
            page.form.points.count < 4 ? words.text("scans.corner.\(page.form.points.count + 1)") : nil
        },
        .one("template") { page, words in page.choice(words) },
        .text("cornersError") { $0.errors["corners"] },
    ]

    /// Which form the page is of, where that can be changed.
    private func choice(_ words: Localizer) -> FormControl? {
        guard place.isAlone else { return nil }
        var control = FormControl(name: "template", error: errors["template"], hasHint: false)
        control.options = (templates.map { $0.option(words) } + [.table(words)]).map { option in
            FormControl.Option(value: option.value, text: option.text, isSelected: option.value == form.template)
        }
        return control
    }
}

/// A photo that is pressed at its page's corners, with those that were, or the page's outline so far, over it.
struct CornerPicture: TemplateModel {
    let picture: PlacedPicture
    let size: String
    /// Fractions of the picture, like the next.
    let points: [PicturePoint]
    /// Where the page was found, or said to be, before.
    let known: [PicturePoint]

    private var marks: [CornerMark] {
        points.enumerated().map { CornerMark(point: $1, number: $0 + 1, height: height) }
    }
    private var height: Double { 1_000 * Double(picture.height) / Double(max(picture.width, 1)) }

    static let fields: [TemplateField<Self>] = [
        .one("picture") { $0.picture }, .text("size") { $0.size },
        .text("drawnHeight") { DrawnRegion.written($0.height) }, .rows("corners") { $0.marks },
        .text("outline") { picture, _ in
            let line = picture.points.isEmpty ? picture.known + picture.known.prefix(1) : picture.points
            let marks = line.map { CornerMark(point: $0, number: 0, height: picture.height).written }
            return marks.isEmpty ? nil : marks.joined(separator: " ")
        },
    ]
}

/// A corner in a drawing 1,000 units wide.
struct CornerMark: TemplateModel {
    let point: PicturePoint
    let number: Int
    let height: Double

    private var left: String { DrawnRegion.written(point.x * 1_000) }
    private var top: String { DrawnRegion.written(point.y * height) }
    var written: String { "\(left),\(top)" }

    static let fields: [TemplateField<Self>] = [
        .text("left") { $0.left }, .text("top") { $0.top }, .text("number") { String($0.number) },
    ]
}

/// A picture that is pressed.
package struct PlacedPicture: TemplateModel {
    /// How wide it is shown on small, wider and wide screens; where it is pressed is told in these pixels.
    package static let sizes = [("small", 280), ("middle", 340), ("wide", 640)]

    let link: String
    let action: String
    package let width: Int
    package let height: Int

    package init(link: String, action: String, width: Int, height: Int) {
        self.link = link
        self.action = action
        self.width = width
        self.height = height
    }

    package static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("pressed") { $0.action }, .text("width") { String($0.width) },
        .text("height") { String($0.height) },
    ]
}

extension PicturePoint {
    /// How wide a picture may have been shown.
    static let widths = 1...10_000
    /// What a browser may say of where it was pressed: the place is brought into the picture.
    package static let places = -1e6...1e6

    /// Where a picture was pressed that was shown with this width; nil where what was sent says no place.
    ///
    /// - Parameter name: of the button that is the picture: a browser sends `name.x` and `name.y`.
    package init?(pressed name: String, _ fields: FormFields, width: String?, aspect: Double) {
        guard let width = Int(typed: width ?? "", in: Self.widths),
            let x = Double(typed: fields["\(name).x"] ?? "", in: Self.places),
            let y = Double(typed: fields["\(name).y"] ?? "", in: Self.places)
        else { return nil }
        self.init(x: min(max(x / Double(width), 0), 1), y: min(max(y * aspect / Double(width), 0), 1))
    }
}
