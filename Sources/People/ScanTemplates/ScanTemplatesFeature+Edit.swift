import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import IntakePages
import Model
package import Scanning
package import Vault
package import Web

/// Templates made and changed in the browser.
extension ScanTemplatesFeature {
    static func showNewTemplate(_ member: SignedInRequest) async throws -> Response {
        let typed = TemplateForm()
        return member.page(EditTemplatePage(form: FormView(values: typed.values), typed: typed, id: nil))
    }

    static func showEditTemplate(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let (template, id) = try await ownTemplate(id, member)
        let typed = TemplateForm(template, member.names)
        var page = EditTemplatePage(form: FormView(values: typed.values), typed: typed, id: id.description)
        page.pictures = try await pictures(id.description, member)
        return member.page(page)
    }

    /// Keeps what was typed; with `step`, or a press on the picture, it comes back with more to fill in.
    package static func save(
        _ member: SignedInRequest, _ fields: FormFields, over old: (template: ScanTemplate, id: ScanTemplateID)?
    ) async throws -> Response {
        var typed = TemplateForm(fields)
        let id = old?.id.description
        let pictures: [(link: String, aspect: Double)] =
            if let id { try await self.pictures(id, member) } else { [] }
        var page = EditTemplatePage(form: FormView(), typed: typed, id: id, press: CornerSelection(fields))
        page.pictures = pictures
        if fields.isShownAgain(in: member.words) || isStep(fields, &typed, &page.press, pictures, member) {
            return member.page(page.with(typed, FormErrors()))
        }
        var (template, errors) = typed.template(member.names, title: old?.template.names[""])
        do {
            if let template, errors.isEmpty {
                let record = try ScanTemplateRecord(id: old?.id ?? .random(), template, createdAt: member.now)
                let isKept = try await member.vault.write { records in
                    if old == nil { return try records.insert(record) }
                    try records.update(record)
                    return true
                }
                guard isKept else { throw TemplateFault.tooMany }
                return member.done(.`done.template-saved`, at: Links.scanTemplate(record.id.description))
            }
        } catch let fault as TemplateFault {
            errors.add("title", member.words(fault))
        }
        return member.formAgain(page.with(typed, errors))
    }

    /// Whether the form is only to come back, with another row or with where the picture was pressed.
    private static func isStep(
        _ fields: FormFields, _ typed: inout TemplateForm, _ press: inout CornerSelection,
        _ pictures: [(link: String, aspect: Double)], _ member: SignedInRequest
    ) -> Bool {
        switch fields["step"] {
        case "page": typed.addPage()
        case "region": for _ in 0..<3 { typed.addRegion() }
        case "link": typed.addLink()
        default:
            let query = member.visit.request.uri.queryParameters
            guard fields["spot.x"] != nil, let place = pictures.place(numbered: query["page"] ?? "") else {
                return false
            }
            let point = PicturePoint(
                pressed: "spot", fields, width: query["width"].map(String.init), aspect: pictures[place].aspect)
            if let point { press.press(point, page: place + 1, into: &typed, member.words) }
        }
        return true
    }
}

extension EditTemplatePage {
    /// The same page with what was typed, and what is wrong with it.
    fileprivate func with(_ typed: TemplateForm, _ errors: FormErrors) -> EditTemplatePage {
        EditTemplatePage(
            form: FormView(values: typed.values, errors: errors), typed: typed, id: id, press: press,
            pictures: pictures)
    }
}
