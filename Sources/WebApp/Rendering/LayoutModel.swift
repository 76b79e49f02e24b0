import HummingbirdCore
import Model
import Vault

/// What the frame of a page shows.
struct LayoutModel: TemplateModel {
    let layout: Layout
    let title: String
    let hasErrors: Bool

    static let fields: [TemplateField<Self>] = [
        .text("language") { _, words in words.code },
        .text("title") { $0.title },
        .flag("failed") { $0.hasErrors },
        .text("token") { $0.layout.visit.token },
        .text("here") { $0.layout.visit.request.uri.path },
        .rows("languages") { frame, words in
            frame.layout.visit.services.localization.languages.map {
                LanguageModel(words: $0, isCurrent: $0.code == words.code)
            }
        },
        .text("notice") { frame, words in Flash(frame.layout.visit.request).map { words($0) } },
        .one("member") { frame, _ in frame.layout.member.map { MemberModel(layout: frame.layout, member: $0) } },
    ]
}

/// A language to choose.
struct LanguageModel: TemplateModel {
    let words: Localizer
    let isCurrent: Bool

    static let fields: [TemplateField<Self>] = [
        .text("code") { $0.words.code }, .text("name") { $0.words.name }, .flag("current") { $0.isCurrent },
    ]
}

/// What the frame has for who is signed in.
struct MemberModel: TemplateModel {
    let layout: Layout
    let member: SignedInRequest

    private var hasConsent: Bool { member.consentWithdrawnAt == nil }

    static let fields: [TemplateField<Self>] = [
        .one("switch") { frame, _ in frame.hasConsent ? SwitchModel(member: frame.member) : nil },
        .flag("navigation") { $0.hasConsent },
        .flag("unconfirmedCode") { !$0.member.session.recoveryConfirmed && $0.layout.section != .none },
        .text("vaccinationsLink") { $0.member.active.map { Links.pass($0.id) } ?? Links.welcome },
        .text("recommendationsLink") { $0.member.active.map { Links.recommendations($0.id) } },
        .flag("inRecommendations") { $0.layout.section == .recommendations },
        .flag("inVaccinations") { $0.layout.section == .vaccinations },
        .flag("inSettings") { $0.layout.section == .settings },
    ]
}

/// The switch of passes.
struct SwitchModel: TemplateModel {
    let member: SignedInRequest

    private func model(_ pass: PassRecord) -> PassModel {
        let emoji = member.visit.services.catalogue.current.emoji(pass.kind)
        return PassModel(pass: pass, emoji: emoji, isCurrent: pass.id == member.active?.id)
    }

    static let fields: [TemplateField<Self>] = [
        .one("active") { menu, _ in menu.member.active.map(menu.model) },
        .rows("passes") { menu, _ in menu.member.passes.map(menu.model) },
    ]
}

/// A pass to switch to.
struct PassModel: TemplateModel {
    let pass: PassRecord
    let emoji: String
    let isCurrent: Bool

    static let fields: [TemplateField<Self>] = [
        .text("activate") { Links.activate($0.pass.id) }, .text("emoji") { $0.emoji }, .text("name") { $0.pass.name },
        .flag("current") { $0.isCurrent },
    ]
}
