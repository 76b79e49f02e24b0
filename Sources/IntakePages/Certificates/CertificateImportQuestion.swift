import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// What the user is asked about one certificate of an import: which pass it goes to, with all that speaks for or
/// against it.
struct CertificateImportQuestion: TemplateModel {
    let page: ConfirmCertificatesPage
    let row: CertificateImportRow
    let view: CertificateView

    init(page: ConfirmCertificatesPage, row: CertificateImportRow, words: Localizer) {
        (self.page, self.row) = (page, row)
        view = CertificateView(row.content, row.judgement, catalogue: page.catalogue, words: words)
    }

    private var words: Localizer { view.words }

    var warnings: [String] {
        let leavesOut = row.doses.contains { $0.draft?.leavesOut ?? !$0.isAsked }
        return view.warnings + (leavesOut ? [words[.`certificates.warning.left-out`]] : [])
            + (row.isRepeated ? [words[.`certificates.twice`]] : [])
    }

    /// The passes to choose from, a new one, none; nil where the certificate is in a pass already.
    private var choice: FormControl? {
        guard row.known == nil else { return nil }
        let name = "pass-\(row.index)"
        let passes = page.passes.map { pass in
            FormControl.Option(
                value: pass.id.description, text: "\(page.catalogue.emoji(pass.kind)) \(pass.name)")
        }
        let new = words(.`certificates.confirm.new-pass`, ["name": view.holder])
        let others = [
            FormControl.Option(value: "new", text: new),
            FormControl.Option(value: "skip", text: words[.`certificates.confirm.skip`]),
        ]
        return FormView(values: [name: row.destination.text], errors: page.errors)
            .choiceControl(name, passes + others)
    }

    /// What becomes of it in the chosen pass.
    var destination: String? {
        guard row.known == nil, row.destination != .nowhere else { return nil }
        guard !row.doses.isEmpty else { return words[.`certificates.confirm.keeps`] }
        // Each dose says it for itself.
        guard doses.isEmpty else { return nil }
        return words(
            row.mergesInto == nil ? .`certificates.confirm.adds` : .`certificates.confirm.joins`,
            ["target": view.target, "date": view.date])
    }

    /// A row for each dose, where there are several or one has to be named.
    private var doses: [CertificateDoseRow] {
        guard row.doses.count > 1 || row.doses.contains(where: \.isAsked) else { return [] }
        return row.doses.map { CertificateDoseRow(dose: $0, page: page, row: row, words: words) }
    }

    /// What doesn't fit between the certificate and the chosen pass.
    var mismatch: String? {
        guard let mismatch = row.mismatch, case .pass(let id) = row.destination,
            let pass = page.passes.first(where: { $0.id == id })
        else { return nil }
        var why: [String] = []
        if mismatch.nameDiffers {
            why.append(words(.`certificates.confirm.name-differs`, ["holder": view.holder, "pass": pass.name]))
        }
        if mismatch.birthDateDiffers {
            let onCertificate = words.date(row.content.holder.dateOfBirth?.text ?? "")
            let onPass = pass.birthDate.map(words.date) ?? "–"
            why.append(words(.`certificates.confirm.birthdate-differs`, ["holder": onCertificate, "pass": onPass]))
        }
        return why.joined(separator: " ")
    }

    static let fields: [TemplateField<Self>] =
        [
            .text("index") { String($0.row.index) }, .text("text") { $0.row.content.text },
            .text("title") { $0.view.title }, .text("holder") { $0.view.holder },
            .text("born") { $0.view.born }, .text("what") { $0.view.what }, .text("dose") { $0.view.dose },
            .text("date") { $0.view.date }, .text("issuer") { $0.view.issuer },
            .text("expires") { question, words in question.row.content.expiresAt.map { words.date($0) } },
            .lines("warnings") { question, _ in question.warnings },
            .text("known") { question, words in
                question.row.known.map { words(.`certificates.known`, ["pass": $0.name]) }
            },
            .one("pass") { $0.choice }, .text("destination") { $0.destination },
            .flag("hasDoses") { !$0.doses.isEmpty }, .rows("doses") { $0.doses }, .text("mismatch") { $0.mismatch },
        ] + TemplateField.all { question, _ in VerdictLine(view: question.view) }
}
