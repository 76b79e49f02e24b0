import HummingbirdCore
import Model
import Vault

/// What stands round every page: the pass switch, the tabs, the languages.
struct Layout {
    let visit: VisitorRequest
    let member: SignedInRequest?
    let section: Section

    /// The frame's fields.
    ///
    /// A page's own fields of the same name win.
    func fields(title: String, failed: Bool) -> TemplateContext {
        let words = visit.words
        return [
            "language": words.code,
            "title": title,
            "failed": failed,
            "token": visit.token,
            "here": visit.request.uri.path,
            "languages": visit.services.localization.languages.map { language -> TemplateContext in
                ["code": language.code, "name": language.name, "current": language.code == words.code]
            },
            "operatorNotice": visit.services.notice.isEmpty ? false : visit.services.notice,
            "closing": closingFields.field,
            "notice": Flash(visit.request).map { words($0) }.field,
            "member": memberFields.field,
        ]
    }

    private var closingFields: TemplateContext? {
        visit.services.accounts.closing.map { closing in
            [
                "day": visit.words.date("\(closing.day)"), "signedIn": member != nil,
                "message": closing.message.isEmpty ? false : closing.message,
            ]
        }
    }

    private var memberFields: TemplateContext? {
        guard let member else { return nil }
        return [
            "switch": member.consentWithdrawnAt == nil ? switchFields(member) : false,
            "navigation": member.consentWithdrawnAt == nil,
            "unconfirmedCode": !member.session.recoveryConfirmed && section != .none,
            "vaccinationsLink": member.active.map { Links.pass($0.id) } ?? Links.welcome,
            "recommendationsLink": (member.active.map { Links.recommendations($0.id) }).field,
            "inRecommendations": section == .recommendations,
            "inVaccinations": section == .vaccinations,
            "inSettings": section == .settings,
        ]
    }

    private func switchFields(_ member: SignedInRequest) -> TemplateContext {
        let species = visit.services.catalogue.current
        return [
            "active": member.active.map { pass -> TemplateContext in
                ["emoji": species.emoji(pass.kind), "name": pass.name]
            }.field,
            "passes": member.passes.map { pass -> TemplateContext in
                [
                    "activate": Links.activate(pass.id),
                    "emoji": species.emoji(pass.kind),
                    "name": pass.name,
                    "current": pass.id == member.active?.id,
                ]
            },
        ]
    }
}
