import BoundedJSON
import Foundation
import IntakePages
import Scanning
import Web

/// A template as its form has it: all of it as it was typed.
struct TemplateForm: Sendable {
    /// What each field holds, by its name; those of rows end with the row's number.
    private(set) var values: [String: String] = [:]
    private(set) var pages = 0
    private(set) var regions = 0
    private(set) var links = 0

    static let pageFields = ["page-width", "page-height", "rows", "rows-top", "rows-height"]
    static let sides = ["left", "top", "width", "height"]
    static let regionFields =
        ["name", "page", "type"] + sides
        + ["repeats", "heading", "diseases", "choices", "pattern", "check", "least", "most"]
    static let linkFields = ["link", "regions"]
    /// More rows than a template has are left out.
    static let mostRegions = TemplateFault.mostNames + 50
    /// The numbers that are read.
    static let numbers = -1e9...1e9

    /// An empty form: one page of A4, and rows to begin with.
    init() {
        addPage()
        for _ in 0..<3 { addRegion() }
    }

    /// What was sent.
    init(_ fields: FormFields) {
        values["title"] = fields["title"]?.withoutNUL
        for name in fields.names {
            guard let hyphen = name.lastIndex(of: "-"),
                let number = Int(typed: name[name.index(after: hyphen)...], in: 1...Self.mostRegions)
            else { continue }
            let field = String(name[..<hyphen])
            if Self.pageFields.contains(field), number <= ScanTemplate.mostPages {
                pages = max(pages, number)
            } else if Self.regionFields.contains(field) {
                regions = max(regions, number)
            } else if Self.linkFields.contains(field) {
                links = max(links, number)
            } else {
                continue
            }
            values["\(field)-\(number)"] = fields[name]?.withoutNUL
        }
        if pages == 0 { addPage() }
    }

    subscript(_ field: String, _ number: Int) -> String {
        get { values["\(field)-\(number)"] ?? "" }
        set { values["\(field)-\(number)"] = newValue }
    }

    /// What a field holds without blanks around it.
    func text(_ field: String, _ number: Int) -> String { TextInput.clean(self[field, number]) ?? "" }

    mutating func addPage() {
        guard pages < ScanTemplate.mostPages else { return }
        pages += 1
        (self["page-width", pages], self["page-height", pages]) = ("210", "297")
    }

    mutating func addRegion() {
        guard regions < Self.mostRegions else { return }
        regions += 1
        self["page", regions] = String(max(pages, 1))
        self["type", regions] = RegionKind.text.rawValue
    }

    mutating func addLink() {
        guard links < ScanTemplate.mostLinks else { return }
        links += 1
        self["link", links] = ScanLink.Kind.equal.rawValue
    }

    /// Whether nothing was typed in a row for a region.
    func isEmpty(region number: Int) -> Bool {
        text("name", number).isEmpty && Self.sides.allSatisfy { text($0, number).isEmpty }
    }

    /// The words of a field that takes several, a line each.
    func lines(_ field: String, _ number: Int) -> [String] {
        self[field, number].replacing("\r\n", with: "\n").split(separator: "\n").compactMap {
            TextInput.clean(String($0))
        }
    }

    /// A share of the page that was typed in percent; nil for what isn't a number.
    static func fraction(_ text: String) -> Double? { number(text.replacing("%", with: ""), power: -2) }

    /// A number that was typed, times a power of ten, rounded once.
    static func number(_ text: String, power: Int = 0) -> Double? {
        let plain = text.trimmingCharacters(in: .whitespaces).replacing(",", with: ".")
        guard !plain.isEmpty, plain.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) else {
            return nil
        }
        return Double(typed: "\(plain)e\(power)", in: numbers)
    }

    /// How wide a page is for its height; nil where its sides are no numbers.
    func aspect(page number: Int) -> Double? {
        let height = Self.number(self["page-height", number])
        if height == 100 { return Self.fraction(self["page-width", number]) }
        guard let width = Self.number(self["page-width", number]), let height else { return nil }
        return width / height
    }

    /// Where a region is, as far as its numbers say so.
    func box(region number: Int) -> RegionBox? {
        let sides = Self.sides.compactMap { Self.fraction(self[$0, number]) }
        guard sides.count == 4 else { return nil }
        return RegionBox(left: sides[0], top: sides[1], width: sides[2], height: sides[3])
    }
}

extension TemplateForm {
    /// A template that is there.
    init(_ template: ScanTemplate, _ names: VaccinationNames) {
        let words = names.words
        values["title"] = template.name(words.code)
        for page in template.pages {
            pages += 1
            (self["page-width", pages], self["page-height", pages]) = Self.sheet(page.aspect, words)
            if let rows = page.rows {
                self["rows", pages] = String(rows.count)
                self["rows-top", pages] = words.percent(rows.top)
                self["rows-height", pages] = words.percent(rows.height)
            }
            for column in page.columns {
                add(column.name, column.type, column.rules, names)
                (self["repeats", regions], self["heading", regions]) = ("yes", column.heading ?? "")
                (self["left", regions], self["width", regions]) = (
                    words.percent(column.left), words.percent(column.width)
                )
            }
            for region in page.regions {
                add(region.name, region.type, region.rules, names)
                let box = region.box
                for (side, value) in zip(Self.sides, [box.left, box.top, box.width, box.height]) {
                    self[side, regions] = words.percent(value)
                }
            }
        }
        for link in template.links {
            links += 1
            self["link", links] = link.kind.rawValue
            self["regions", links] = link.regions.joined(separator: "\n")
        }
    }

    private mutating func add(_ name: String, _ type: RegionType, _ rules: RegionRules, _ names: VaccinationNames) {
        regions += 1
        (self["name", regions], self["page", regions]) = (name, String(pages))
        self["type", regions] = RegionKind(type).rawValue
        if case .cross(let targets) = type {
            self["diseases", regions] = targets.map(names.target).joined(separator: "\n")
        }
        self["choices", regions] = rules.choices.joined(separator: "\n")
        self["pattern", regions] = rules.pattern ?? ""
        if rules.hasCheckDigit { self["check", regions] = "yes" }
        self["least", regions] = rules.least?.description ?? ""
        self["most", regions] = rules.most?.description ?? ""
    }

    /// A page's sides: those of A4 where it has its proportions, else how wide it is for 100 of its height.
    private static func sheet(_ aspect: Double, _ words: Localizer) -> (String, String) {
        if abs(aspect - 210.0 / 297) < 1e-6 { return ("210", "297") }
        if abs(aspect - 297.0 / 210) < 1e-6 { return ("297", "210") }
        return (words.percent(aspect), "100")
    }
}
