import Foundation
import Immunization
import Model
import Vault

/// A pass on paper, in the manner of an international vaccination record.
struct PrintPage: TypedPage {
    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    /// The pass's certificates, newest first.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// The day of printing, ISO 8601.
    let today: String
    static let template = Template.print

    func title(_ words: Localizer) -> String { words(.archivePrintTitle, ["name": pass.name]) }

    func fields(_ words: Localizer) -> TemplateContext {
        let diseases = diseases(words)
        return [
            "title": title(words),
            "back": Links.export(pass.id),
            "emoji": catalogue.emoji(pass.kind),
            "name": pass.name,
            "kind": catalogue.species(pass.kind)?.names[words.code] ?? pass.kind,
            "details": Pass.details.compactMap { words.fact($0, of: pass.content) },
            "printed": words.date(today),
            "columns": Self.columns.map { ["text": words.label($0.field)] as TemplateContext },
            "diseases": diseases,
            "hasCertificates": !certificates.isEmpty,
            "certificates": certificates.map { certificate -> TemplateContext in
                let view = CertificateView(certificate, catalogue: catalogue, words: words)
                return view.codeFields(pass.id).merging([
                    "kind": view.kind, "target": view.target, "what": view.what, "date": view.date,
                    "dose": view.dose.field,
                ]) { $1 }
            },
        ]
    }

    /// The details of a dose that have a column: a country stands below the one before it, several lines nowhere.
    static let columns: [(field: Field<Vaccination>, below: Field<Vaccination>?)] = {
        let details = Vaccination.details
        return details.indices.compactMap { index in
            guard details[index].kind != .country, !details[index].hasLines else { return nil }
            let next = details.dropFirst(index + 1).first
            return (details[index], next?.kind == .country ? next : nil)
        }
    }()

    /// The doses under each disease that they protect against, oldest first.
    private func diseases(_ words: Localizer) -> [TemplateContext] {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        var doses: [String: [VaccinationRecord]] = [:]
        for vaccination in vaccinations.reversed() {
            let others = vaccination.vaccine.flatMap { catalogue.vaccine($0)?.targets } ?? []
            for target in [vaccination.target] + others.filter({ $0 != vaccination.target }) {
                doses[target, default: []].append(vaccination)
            }
        }
        let sorted = doses.map { (name: names.target($0.key), doses: $0.value) }
            .sorted { $0.name.compare($1.name, locale: words.locale) == .orderedAscending }
        return sorted.map { disease in
            ["name": disease.name, "doses": disease.doses.map { doseFields($0, names) }]
        }
    }

    private func doseFields(_ vaccination: VaccinationRecord, _ names: VaccinationNames) -> TemplateContext {
        let vaccine = vaccination.vaccine.flatMap { catalogue.vaccine($0) }
        return [
            "date": names.words.date(vaccination.date),
            "vaccine": names.vaccine(vaccination),
            "manufacturer": (vaccine?.manufacturer.flatMap { catalogue.manufacturer($0)?.name }).field,
            "dose": names.dose(vaccination.doseNumber, of: vaccination.seriesDoses).field,
            "cells": Self.columns.map { field, below -> TemplateContext in
                [
                    "label": names.words.label(field),
                    "value": names.words.value(field, of: vaccination.content).field,
                    "below": below.flatMap { names.words.value($0, of: vaccination.content) }.field,
                ]
            },
        ]
    }
}
