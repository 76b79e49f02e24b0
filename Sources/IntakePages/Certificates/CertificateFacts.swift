import CivilDates
import HealthCertificate
import Model
import Web

/// What a certificate says, name by name, as its page lists it.
struct CertificateFacts {
    let list: [NamedValue]

    init(_ view: CertificateView) {
        let words = view.words
        var list: [NamedValue] = []
        func add(_ name: Message, _ value: String?) {
            if let value, !value.isEmpty { list.append(NamedValue(name: words[name], value: value)) }
        }
        add(.`certificates.family`, view.family)
        let doses = view.content?.claims.vaccinations ?? []
        switch view.entry {
        case .vaccination where doses.count > 1:
            let codes = CertificateCodes(catalogue: view.catalogue, words: words)
            for dose in doses {
                let what = [dose.target.map(codes.target), codes.vaccine(dose)].compactMap(\.self)
                let day = dose.date.map { words.date($0.text) } ?? ""
                add(.`vaccinations.date`, "\(day): \(what.joined(separator: ", "))")
            }
        case .vaccination:
            add(.`vaccinations.vaccine`, view.what)
            add(.`vaccinations.dose`, view.dose)
            add(.`vaccinations.date`, view.date)
            add(.`certificates.valid-from`, doses.first?.validFrom.map { words.date($0.text) })
            add(.`certificates.valid-until`, doses.first?.validUntil.map { words.date($0.text) })
            if let batch = doses.first?.lotNumber, !batch.isEmpty {
                list.append(NamedValue(name: words.label(Vaccination.batch), value: batch))
            }
        case .test(let test):
            let codes = CertificateCodes(catalogue: view.catalogue, words: words)
            add(.`certificates.test-type`, test.type.map { codes.name($0, in: .testType) })
            add(.`certificates.test-name`, test.name ?? test.device.map { codes.name($0, in: .testDevice) })
            add(.`certificates.sampled`, view.sampled)
            add(.`certificates.result`, view.what)
            add(.`certificates.centre`, test.centre)
        case .recovery(let recovery):
            add(.`certificates.first-positive`, recovery.firstPositive.map { words.date($0.text) })
            add(.`certificates.valid-from`, recovery.validFrom.map { words.date($0.text) })
            add(.`certificates.valid-until`, recovery.validUntil.map { words.date($0.text) })
        case nil: break
        }
        add(.`certificates.country`, view.entry?.country.map(words.country))
        add(.`certificates.identifier`, view.entry?.identifier)
        add(.`certificates.issuer`, view.issuer)
        add(.`certificates.signer`, view.judgement?.signer.flatMap { $0.name == view.issuer ? nil : $0.name })
        add(.`certificates.issued-at`, view.content?.issuedAt.map { words.date($0) })
        self.list = list
    }
}
