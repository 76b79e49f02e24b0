import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Lists
import Web

/// The bridge between a certificate's codes and the catalogue: neither module knows the other.
struct CertificateCodes {
    let catalogue: Catalogue
    let words: Localizer

    /// The catalogue's disease target for a code.
    static func target(_ coding: Coding, in catalogue: Catalogue) -> DiseaseTarget? {
        catalogue.target(code: .snomed, coding.code)
    }

    /// The catalogue's vaccine for what a certificate says was given: by product, else by the kind of vaccine.
    static func vaccine(_ dose: VaccinationEntry, in catalogue: Catalogue) -> Immunization.Vaccine? {
        if let product = dose.product?.code, let vaccine = catalogue.vaccine(code: .euProduct, product) {
            return vaccine
        }
        return code(dose).flatMap(catalogue.codeIndex.vaccine)?.vaccine.flatMap(catalogue.vaccine)
    }

    /// What a code of a vaccine is against that stands for no one kind of vaccine.
    static func targets(_ dose: VaccinationEntry, in catalogue: Catalogue) -> [String] {
        code(dose).flatMap(catalogue.codeIndex.vaccine)?.targets ?? []
    }

    /// Why a code of a vaccine gives no dose.
    static func refusal(_ dose: VaccinationEntry, in catalogue: Catalogue) -> CodeMeaning.NoDose? {
        code(dose).flatMap(catalogue.codeIndex.refusal)
    }

    /// The code of a card's vaccine.
    private static func code(_ dose: VaccinationEntry) -> Code? {
        guard let vaccine = dose.vaccine, vaccine.system?.hasSuffix("/cvx") == true else { return nil }
        return Code(.cvx, vaccine.code)
    }

    /// A disease's name: the catalogue's, else the value set's, else the code itself.
    func target(_ coding: Coding) -> String {
        Self.target(coding, in: catalogue)?.names[words.code] ?? name(coding, in: .disease)
    }

    /// A product's name: the value set's, else its number with the nomenclature that it is of, else the code itself.
    static func name(of product: Coding) -> String {
        if product.isOfNUVA { return "NUVA \(product.code)" }
        if let known = PrequalifiedProduct(id: product.code) { return known.name }
        return ValueSets.standard.display(of: product.code, in: .product) ?? product.code
    }

    /// A vaccine's name, that its code is unknown, or nil where the certificate names none.
    func vaccine(_ dose: VaccinationEntry) -> String? {
        if let vaccine = Self.vaccine(dose, in: catalogue) { return vaccine.name[words.code] }
        guard let coding = dose.product ?? dose.vaccine else { return nil }
        let name = dose.product.map(Self.name) ?? self.name(coding, in: .vaccine)
        // A bare code tells nobody what was given.
        return name == coding.code ? words(.`certificates.product.unknown`, ["code": name]) : name
    }

    /// A test's result; nil where it has none.
    func result(_ test: TestResult) -> String? {
        if test.isNegative { return words.text("certificates.code.260415000") }
        if test.isPositive { return words.text("certificates.code.260373001") }
        return test.result.map { name($0, in: .testResult) }
    }

    /// What a code means: in this language where we say it ourselves, else as the value set has it.
    func name(_ coding: Coding, in set: ValueSet.Name) -> String {
        let id = "certificates.code.\(coding.code)"
        if words.phrase(id) != nil { return words.text(id) }
        return ValueSets.standard.display(of: coding.code, in: set) ?? coding.code
    }
}

extension SignedCertificate {
    /// The day that a certificate speaks of, as ISO 8601: of its last dose, sample or first positive test.
    ///
    /// Nil where it says none, or writes something there that is no day at all.
    package var eventDate: String? {
        let text: String? =
            switch claims.entries.last {
            case .vaccination(let entry): entry.date?.text
            case .test(let entry):
                entry.sampledAt?.date.map { CalendarDate($0, in: .gmt).description } ?? entry.sampledAt?.text
            case .recovery(let entry): entry.firstPositive?.text ?? entry.validFrom?.text
            case nil: nil
            }
        return text.flatMap { $0.utf8.count <= 40 ? CleanText.optional($0) : nil }
    }
}
