import HummingbirdCore
import Immunization
import Lists
import Model
import Vault

/// What the frame of a page shows.
package struct LayoutModel: TemplateModel {
    package let title: String
    package var errors: FormErrors?
    /// What fills the gaps that any message may have.
    package var own: [OwnGap: String] = [:]
    /// What its forms carry.
    package var token = ""
    /// The page's own path.
    package var here = ""
    package var languages: [LanguageModel] = []
    /// What the operator has every page say.
    var operatorNotice: String?
    package var closing: ClosingModel?
    /// What was done just before.
    package var notice: Flash?
    /// What was stored by that, as long as it is known.
    var batch: Batch?
    /// Where that can be taken back.
    package var undo: String?
    package var member: MemberModel?
    /// Where a visitor signs in; nil where the page itself leads there.
    var signIn: String?

    package static let fields: [TemplateField<Self>] = [
        .text("language") { _, words in words.code }, .text("title") { $0.title }, .flag("failed") { $0.errors != nil },
        .one("errors") { $0.errors },
        .text("practice") { $0.own[.practice] }, .text("booklet") { $0.own[.booklet] },
        .text("stickers") { $0.own[.stickers] }, .text("token") { $0.token },
        .text("here") { $0.here },
        .rows("languages") { $0.languages },
        .text("operatorNotice") { $0.operatorNotice }, .one("closing") { $0.closing },
        .text("notice") { frame, words in frame.notice?.text(frame.batch, words) }, .one("member") { $0.member },
        .text("undo") { $0.undo }, .text("signIn") { $0.signIn },
        // What a page about a pass shows of it.
        .text("emoji") { $0.member?.face?.emoji }, .text("tint") { $0.member?.face?.tint },
        .text("undoing") { frame, words in words[frame.notice?.isOfBin == true ? .`bin.restore` : .`undo.submit`] },
    ]
}

extension LayoutModel {
    /// A frame without anything of a visit.
    package init(title: String) { self.init(title: title, errors: nil) }

    /// The frame of a page in the answer to a request.
    package init(of page: PageValues, _ visit: VisitorRequest, _ member: SignedInRequest?) {
        let (services, notice) = (visit.services, Flash(visit.request))
        self.init(
            title: page.title, errors: page.errors, own: page.own, token: visit.token,
            here: visit.request.uri.path,
            languages: services.localization.languages.map {
                LanguageModel(words: $0, isCurrent: $0.code == visit.words.code)
            },
            operatorNotice: services.notice.isEmpty ? nil : services.notice,
            closing: services.accounts.closing.map { ClosingModel(closing: $0, isSignedIn: member != nil) },
            notice: notice, batch: member?.batch,
            undo: notice?.isOfBin == true
                ? member?.account.lastDeleted.map { Links.restore($0) }
                : member?.batch.flatMap { $0.canBeUndone ? Links.undo($0.id) : nil },
            member: member.map { MemberModel(member: $0, section: page.section) },
            signIn: member == nil && !Self.leadsToSignIn(visit.request.uri.path) ? Links.login() : nil)
    }

    /// Whether a visitor's page has its own way to sign in, or is one.
    private static func leadsToSignIn(_ path: String) -> Bool {
        path == Links.home() || path.hasPrefix(Links.login())
    }
}

/// That the server is going to close.
package struct ClosingModel: TemplateModel {
    let closing: Closing
    let isSignedIn: Bool

    package static let fields: [TemplateField<Self>] = [
        .text("day") { frame, words in words.date("\(frame.closing.day)") },
        .flag("signedIn") { $0.isSignedIn },
        .text("message") { $0.closing.message.isEmpty ? nil : $0.closing.message },
    ]
}

/// A language to choose.
package struct LanguageModel: TemplateModel {
    let words: Localizer
    let isCurrent: Bool

    package static let fields: [TemplateField<Self>] = [
        .text("code") { $0.words.code }, .text("name") { $0.words.name }, .flag("current") { $0.isCurrent },
    ]
}

/// What the frame has for members.
package struct MemberModel: TemplateModel {
    let member: SignedInRequest
    let section: Section

    private var hasConsent: Bool { member.consentWithdrawnAt == nil }

    /// The face of the pass that the page is about.
    fileprivate var face: Face? { member.subject.map(member.face) }

    package static let fields: [TemplateField<Self>] = [
        .one("switch") { $0.hasConsent && $0.member.subject != nil ? SwitchModel(member: $0.member) : nil },
        .flag("navigation") { $0.hasConsent },
        .flag("unconfirmedCode") { !$0.member.session.recoveryConfirmed && $0.section != .none },
        .text("vaccinationsLink") { $0.member.active.map { Links.pass($0.id) } },
        .text("recommendationsLink") { $0.member.active.map { Links.recommendations($0.id) } },
        .flag("inFamily") { $0.section == .family },
        .flag("inRecommendations") { $0.section == .recommendations },
        .flag("inVaccinations") { $0.section == .vaccinations },
        .flag("inSettings") { $0.section == .settings },
    ]
}

/// The switch of passes.
struct SwitchModel: TemplateModel {
    let member: SignedInRequest

    private func model(_ pass: PassRecord) -> PassModel {
        PassModel(
            pass: pass, all: member.passes, catalogue: member.catalogue, face: member.face(of: pass),
            isCurrent: pass.id == member.subject?.id)
    }

    static let fields: [TemplateField<Self>] = [
        .one("active") { menu in menu.member.subject.map(menu.model) },
        .rows("passes") { menu in menu.member.passes.map(menu.model) },
    ]
}

/// A pass to switch to.
struct PassModel: TemplateModel {
    let pass: PassRecord
    /// The account's passes, which may have the same name.
    let all: [PassRecord]
    let catalogue: Catalogue
    let face: Face
    let isCurrent: Bool

    static let fields: [TemplateField<Self>] =
        [
            .text("activate") { Links.activate($0.pass.id) },
            .text("name") { model, words in model.all.name(of: model.pass, model.catalogue, words) },
            .flag("current") { $0.isCurrent },
        ] + TemplateField.all { model, _ in model.face }
}
