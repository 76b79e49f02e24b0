import BoundedJSON
import Immunization
import IntakePages
import Scanning
import Web

extension TemplateForm {
    /// The template that was typed, or what is wrong, at each field.
    func template(_ names: VaccinationNames, title: String?) -> (template: ScanTemplate?, errors: FormErrors) {
        var reading = TemplateReading(form: self, names: names)
        let json = reading.json(title)
        guard reading.errors.isEmpty else { return (nil, reading.errors) }
        do throws(ScanTemplateError) {
            return (try ScanTemplate(json), reading.errors)
        } catch {
            reading.note(error)
            return (nil, reading.errors)
        }
    }
}

/// Makes a template of a form, and notes what is wrong with it.
private struct TemplateReading {
    let form: TemplateForm
    let names: VaccinationNames
    var errors = FormErrors()

    private var words: Localizer { names.words }
    private var filled: [Int] { (0..<form.regions).map { $0 + 1 }.filter { !form.isEmpty(region: $0) } }

    init(form: TemplateForm, names: VaccinationNames) { (self.form, self.names) = (form, names) }

    mutating func json(_ title: String?) -> JSONValue {
        let name = TextInput.clean(form.values["title"]) ?? ""
        if name.isEmpty || name.count > ScanTemplate.longestName {
            errors.add("title", words(ScanTemplateError(.nameLength, limit: ScanTemplate.longestName)))
        }
        var placed: [Int: (columns: [JSONValue], regions: [JSONValue])] = [:]
        for number in filled {
            guard let page = Int(typed: form.text("page", number), in: 1...form.pages) else {
                errors.add("page-\(number)", words[.`error.choice`])
                continue
            }
            let isColumn = form["repeats", number] == "yes"
            let value = region(number, isColumn: isColumn)
            if isColumn {
                placed[page, default: ([], [])].columns.append(value)
            } else {
                placed[page, default: ([], [])].regions.append(value)
            }
        }
        if filled.isEmpty { errors.add("name-1", words(ScanTemplateError(.empty))) }
        let pages = (1...form.pages).map { page($0, placed[$0]?.columns ?? [], placed[$0]?.regions ?? []) }
        let known = Set(filled.map { form.text("name", $0) })
        let links = (0..<form.links).compactMap { link($0 + 1, known) }
        return [
            "format": .string(ScanTemplate.format), "title": JSONValue(title),
            "names": [words.code: .string(name)], "pages": .array(pages), "links": .array(links),
        ]
    }

    private mutating func page(_ number: Int, _ columns: [JSONValue], _ regions: [JSONValue]) -> JSONValue {
        let aspect = form.aspect(page: number) ?? .nan
        if !(aspect.isFinite && (0.2...5).contains(aspect)) {
            errors.add("page-width-\(number)", words[.`scan-templates.wrong.sheet`])
        } else if columns.isEmpty, regions.isEmpty, !filled.isEmpty {
            errors.add("page-width-\(number)", words(ScanTemplateError(.empty)))
        }
        var rows: JSONValue?
        if !["rows", "rows-top", "rows-height"].allSatisfy({ form.text($0, number).isEmpty }) || !columns.isEmpty {
            rows = self.rows(number)
        }
        return [
            "aspect": .number(aspect.isFinite ? aspect : 1), "rows": rows, "columns": .array(columns),
            "regions": .array(regions),
        ]
    }

    private mutating func rows(_ page: Int) -> JSONValue? {
        let count = Int(typed: form.text("rows", page), in: 1...ScanTemplate.mostRegions)
        if count == nil {
            errors.add("rows-\(page)", words[.`scan-templates.wrong.rows`])
        }
        let (top, height) = (share("rows-top", page), share("rows-height", page))
        guard let top, let height, errors["rows-\(page)"] == nil else { return nil }
        return ["top": .number(top), "height": .number(height), "count": JSONValue(count)]
    }

    /// A number of percent; nil, and noted, for anything else.
    private mutating func share(_ field: String, _ number: Int) -> Double? {
        if let value = TemplateForm.fraction(form[field, number]), (0...1).contains(value) { return value }
        errors.add("\(field)-\(number)", words[.`scan-templates.wrong.percent`])
        return nil
    }

    private mutating func region(_ number: Int, isColumn: Bool) -> JSONValue {
        let name = form.text("name", number)
        if name.isEmpty {
            errors.add("name-\(number)", words(ScanTemplateError(.nameLength, limit: ScanTemplate.longestName)))
        }
        let sides = isColumn ? ["left", "width"] : TemplateForm.sides
        var members: [(String, JSONValue?)] = [("name", .string(name)), ("type", .string(type(number)))]
        var isWhole = true
        for side in sides {
            let value = share(side, number)
            isWhole = isWhole && value != nil
            members.append((side, value.map { .number($0) }))
        }
        if isWhole, !isColumn, form.box(region: number) == nil {
            errors.add("left-\(number)", words(ScanTemplateError(.outsidePage)))
        }
        return .object(JSONObject(present: members + rules(number, isColumn: isColumn)))
    }

    private mutating func type(_ number: Int) -> String {
        guard let kind = RegionKind(rawValue: form.text("type", number)) else {
            errors.add("type-\(number)", words(ScanTemplateError(.unknownType)))
            return "text"
        }
        switch kind {
        case .vaccine: return RegionType.vaccine.written
        case .cross:
            let targets = form.lines("diseases", number).map { disease($0, number) }
            if targets.isEmpty { errors.add("diseases-\(number)", words[.`scan-templates.wrong.diseases`]) }
            return RegionType.cross(targets).written
        default: return kind.rawValue
        }
    }

    /// The id of a disease that was typed by its name or its id.
    private mutating func disease(_ text: String, _ number: Int) -> String {
        let folded = Catalogue.folded(text)
        let found = names.catalogue.targets.first { target in
            target.id == text || Catalogue.folded(target.names["de"]) == folded
                || Catalogue.folded(target.names["en"]) == folded
        }
        if found == nil { errors.add("diseases-\(number)", words(.`scan-templates.wrong.disease`, ["name": text])) }
        return found?.id ?? "unknown"
    }

    private mutating func rules(_ number: Int, isColumn: Bool) -> [(String, JSONValue?)] {
        let choices = form.lines("choices", number)
        var members: [(String, JSONValue?)] = [
            ("choices", choices.isEmpty ? nil : .array(choices.map { .string($0) })),
            ("checkDigit", form["check", number] == "yes" ? true : nil),
        ]
        for field in isColumn ? ["pattern", "heading"] : ["pattern"] {
            members.append((field, JSONValue(TextInput.clean(form[field, number]))))
        }
        for field in ["least", "most"] {
            let text = form.text(field, number).replacing(",", with: ".")
            guard !text.isEmpty else { continue }
            guard let bound = ExactDecimal(text) else {
                errors.add("\(field)-\(number)", words(ScanTemplateError(.number)))
                continue
            }
            members.append((field, .decimal(bound.description)))
        }
        return members
    }

    /// A link; nil for a row without regions.
    private mutating func link(_ number: Int, _ known: Set<String>) -> JSONValue? {
        let regions = form.lines("regions", number)
        guard !regions.isEmpty else { return nil }
        guard let kind = ScanLink.Kind(rawValue: form.text("link", number)) else {
            errors.add("link-\(number)", words(ScanTemplateError(.unknownLink)))
            return nil
        }
        if let stranger = regions.first(where: { !known.contains($0) }) {
            errors.add("regions-\(number)", words(ScanTemplateError(.unknownRegion, stranger)))
        } else if !kind.sizes.contains(regions.count) {
            errors.add("regions-\(number)", words(ScanTemplateError(.linkSize)))
        }
        return ["kind": .string(kind.rawValue), "regions": .array(regions.map { .string($0) })]
    }

    /// Notes what is wrong with the whole at the region that it is about.
    mutating func note(_ error: ScanTemplateError) {
        let number = filled.last { form.text("name", $0) == error.subject }
        errors.add(number.map { "name-\($0)" } ?? "title", words(error))
    }
}
