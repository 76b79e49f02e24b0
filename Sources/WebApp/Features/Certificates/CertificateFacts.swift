import CivilDates
import HealthCertificate
import Model

/// What a certificate says, name by name, as its page lists it.
struct CertificateFacts {
    let list: [NamedValue]

    init(_ view: CertificateView) {
        let words = view.words
        var list: [NamedValue] = []
        func add(_ name: Message, _ value: String?) {
            if let value, !value.isEmpty { list.append(NamedValue(name: words[name], value: value)) }
        }
        add(.certificatesFamily, view.family)
        let doses = view.content?.claims.vaccinations ?? []
        switch view.entry {
        case .vaccination where doses.count > 1:
            let codes = CertificateCodes(catalogue: view.catalogue, words: words)
            for dose in doses {
                let what = [dose.target.map(codes.target), codes.vaccine(dose)].compactMap(\.self)
                let day = dose.date.map { words.date($0.text) } ?? ""
                add(.vaccinationsDate, "\(day): \(what.joined(separator: ", "))")
            }
        case .vaccination:
            add(.vaccinationsVaccine, view.what)
            add(.vaccinationsDose, view.dose)
            add(.vaccinationsDate, view.date)
            add(.certificatesValidFrom, doses.first?.validFrom.map { words.date($0.text) })
            add(.certificatesValidUntil, doses.first?.validUntil.map { words.date($0.text) })
            if let batch = doses.first?.lotNumber, !batch.isEmpty {
                list.append(NamedValue(name: words.label(Vaccination.batch), value: batch))
            }
        case .test(let test):
            let codes = CertificateCodes(catalogue: view.catalogue, words: words)
            add(.certificatesTestType, test.type.map { codes.name($0, in: .testType) })
            add(.certificatesTestName, test.name ?? test.device.map { codes.name($0, in: .testDevice) })
            add(.certificatesSampled, view.sampled)
            add(.certificatesResult, view.what)
            add(.certificatesCentre, test.centre)
        case .recovery(let recovery):
            add(.certificatesFirstPositive, recovery.firstPositive.map { words.date($0.text) })
            add(.certificatesValidFrom, recovery.validFrom.map { words.date($0.text) })
            add(.certificatesValidUntil, recovery.validUntil.map { words.date($0.text) })
        case nil: break
        }
        add(.certificatesCountry, view.entry?.country.map(words.country))
        add(.certificatesIssuer, view.issuer)
        add(.certificatesIdentifier, view.entry?.identifier)
        add(.certificatesSigner, view.judgement?.signer?.name)
        add(.certificatesIssuedAt, view.content?.issuedAt.map { words.date($0) })
        self.list = list
    }
}
