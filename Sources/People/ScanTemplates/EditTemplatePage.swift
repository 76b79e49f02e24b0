import IntakePages
import Scanning
import Web

/// The form of a new template, or of one that is there.
struct EditTemplatePage: FormPage {
    let form: FormView
    let typed: TemplateForm
    /// The template that is changed; nil for a new one.
    let id: String?
    var press = CornerSelection(target: "region-1")
    /// The pages of a picture that was tried: links, and how wide they are for their height.
    var pictures: [(link: String, aspect: Double)] = []
    static let template = "ScanTemplates/edit"
    let section = Section.settings

    func title(_ words: Localizer) -> String {
        words[id == nil ? .`scan-templates.new.title` : .`scan-templates.edit.title`]
    }

    private var action: String { id.map { Links.editScanTemplate($0) } ?? Links.newScanTemplate() }

    static let fields: [TemplateField<Self>] = [
        .text("action") { $0.action },
        .one("title-field") { $0.form.textControl("title") },
        .text("cancel") { $0.id.map { Links.scanTemplate($0) } ?? Links.scanTemplates() },
        .rows("pages") { page in (0..<page.typed.pages).map { PageFields(form: page.form, number: $0 + 1) } },
        .rows("regions") { page in
            (0..<page.typed.regions).map {
                RegionFields(form: page.form, number: $0 + 1, pages: page.typed.pages)
            }
        },
        .rows("links") { page in (0..<page.typed.links).map { LinkFields(form: page.form, number: $0 + 1) } },
        .flag("isTried") { !$0.pictures.isEmpty }, .text("tryFirst") { $0.id.map { Links.scanTemplate($0) } },
        .one("target") { page, words in page.pictures.isEmpty ? nil : page.target(words) },
        .text("pressed") { $0.press.written },
        .text("next") { page, words in
            words[page.press.first == nil ? .`scan-templates.press.first` : .`scan-templates.press.second`]
        },
        .rows("pictures") { page, words in page.shown(words) },
    ]

    /// What a press on the picture is for.
    private func target(_ words: Localizer) -> FormControl {
        var control = FormControl(name: "target", error: nil, hasHint: false)
        let regions = (0..<typed.regions).map { index in
            let name = typed.text("name", index + 1)
            return (
                "region-\(index + 1)",
                words(.`scan-templates.region`, ["number": String(index + 1)]) + (name.isEmpty ? "" : ": \(name)")
            )
        }
        let tables = (0..<typed.pages).map { index in
            ("table-\(index + 1)", words(.`scan-templates.table-of`, ["page": String(index + 1)]))
        }
        control.options = (regions + tables).map {
            FormControl.Option(value: $0.0, text: $0.1, isSelected: $0.0 == press.target)
        }
        return control
    }

    private func shown(_ words: Localizer) -> [SelectedCorner] {
        pictures.enumerated().flatMap { index, picture in
            PlacedPicture.sizes.map { size, width in
                SelectedCorner(
                    picture: PlacedPicture(
                        link: picture.link, action: "\(action)?page=\(index + 1)&width=\(width)#pictures", width: width,
                        height: Int((Double(width) / picture.aspect).rounded(), clampedTo: 0...100_000)),
                    size: size, page: index + 1, boxes: boxes(on: index + 1, picture.aspect))
            }
        }
    }

    /// The regions of a page as far as they are typed.
    private func boxes(on page: Int, _ aspect: Double) -> [DrawnRegion] {
        (0..<typed.regions).compactMap { index in
            guard typed.text("page", index + 1) == String(page), let box = box(index + 1, page) else { return nil }
            return DrawnRegion(box: box, width: 1_000, height: 1_000 / aspect, number: index + 1)
        }
    }

    /// Where a region is; a column over all of the page's rows.
    private func box(_ number: Int, _ page: Int) -> RegionBox? {
        guard typed["repeats", number] == "yes" else { return typed.box(region: number) }
        let sides = [("left", number), ("rows-top", page), ("width", number), ("rows-height", page)]
            .compactMap { TemplateForm.fraction(typed[$0.0, $0.1]) }
        guard sides.count == 4 else { return nil }
        return RegionBox(left: sides[0], top: sides[1], width: sides[2], height: sides[3])
    }
}

/// A tried picture that is pressed, with the regions over it.
struct SelectedCorner: TemplateModel {
    let picture: PlacedPicture
    let size: String
    let page: Int
    let boxes: [DrawnRegion]

    static let fields: [TemplateField<Self>] = [
        .one("picture") { $0.picture }, .text("size") { $0.size }, .text("page") { String($0.page) },
        .rows("boxes") { $0.boxes },
        .text("drawnHeight") { String(1_000 * $0.picture.height / max($0.picture.width, 1)) },
        .text("label") { row, words in words(.`scan-templates.page`, ["page": String(row.page)]) },
    ]
}

/// The fields of a page.
struct PageFields: TemplateModel {
    let form: FormView
    let number: Int

    private func control(_ field: String) -> FormControl { form.textControl("\(field)-\(number)") }

    static let fields: [TemplateField<Self>] = [
        .text("legend") { row, words in words(.`scan-templates.page`, ["page": String(row.number)]) },
        .one("sheetWidth") { $0.control("page-width") }, .one("sheetHeight") { $0.control("page-height") },
        .one("rows") { $0.control("rows") }, .one("rowsTop") { $0.control("rows-top") },
        .one("rowsHeight") { $0.control("rows-height") },
    ]
}

/// The fields of a region.
struct RegionFields: TemplateModel {
    let form: FormView
    let number: Int
    let pages: Int

    private func control(_ field: String) -> FormControl { form.textControl("\(field)-\(number)") }

    private func type(_ words: Localizer) -> FormControl {
        form.choiceControl("type-\(number)", RegionKind.allCases.map { .init(value: $0.rawValue, text: words($0)) })
    }

    private func page(_ words: Localizer) -> FormControl {
        form.choiceControl(
            "page-\(number)",
            (0..<pages).map {
                .init(value: String($0 + 1), text: words(.`scan-templates.page`, ["page": String($0 + 1)]))
            })
    }

    private func box(_ field: String) -> FormControl { form.boxControl("\(field)-\(number)") }

    static let fields: [TemplateField<Self>] = [
        .text("legend") { row, words in words(.`scan-templates.region`, ["number": String(row.number)]) },
        .one("name") { $0.control("name") }, .one("type") { row, words in row.type(words) },
        .one("page") { row, words in row.page(words) }, .one("left") { $0.control("left") },
        .one("top") { $0.control("top") }, .one("width") { $0.control("width") },
        .one("height") { $0.control("height") }, .one("repeats") { $0.box("repeats") },
        .one("heading") { $0.control("heading") }, .one("diseases") { $0.control("diseases") },
        .one("choices") { $0.control("choices") }, .one("pattern") { $0.control("pattern") },
        .one("check") { $0.box("check") }, .one("least") { $0.control("least") }, .one("most") { $0.control("most") },
        .flag("hasMore") { row in
            ["diseases", "choices", "pattern", "least", "most", "heading"].contains {
                row.form.errors["\($0)-\(row.number)"] != nil
                    || row.form.values["\($0)-\(row.number)"]?.isEmpty == false
            }
        },
    ]
}

/// The fields of a link.
struct LinkFields: TemplateModel {
    let form: FormView
    let number: Int

    private func kind(_ words: Localizer) -> FormControl {
        form.choiceControl(
            "link-\(number)", ScanLink.Kind.allCases.map { .init(value: $0.rawValue, text: words($0)) })
    }

    static let fields: [TemplateField<Self>] = [
        .text("legend") { row, words in words(.`scan-templates.link-number`, ["number": String(row.number)]) },
        .one("kind") { row, words in row.kind(words) },
        .one("regions") { $0.form.textControl("regions-\($0.number)", hint: true) },
    ]
}
