import CivilDates
internal import Foundation

/// A disease that an International Certificate of Vaccination or Prophylaxis may be about.
enum ICVPDisease: String, CaseIterable {
    case yellowFever = "1D47"
    case poliomyelitis = "1C81"

    /// The codes of ICD-11, by which the certificates name diseases.
    static let icd11 = "http://id.who.int/icd/release/11/mms"
    private static let snomed = "http://snomed.info/sct"

    /// The disease as EU certificates code it, which is how the rest of us knows it.
    var target: Coding {
        switch self {
        case .yellowFever: Coding(system: Self.snomed, code: "16541001")
        case .poliomyelitis: Coding(system: Self.snomed, code: "398102009")
        }
    }

    /// The code of a disease: SNOMED CT's where we know it, else that of ICD-11.
    static func coding(icd11 code: String) -> Coding {
        ICVPDisease(rawValue: code)?.target ?? Coding(system: icd11, code: code)
    }

    init?(target: Coding?) {
        guard let disease = Self.allCases.first(where: { $0.target == target }) else { return nil }
        self = disease
    }
}

extension SignedCertificate {
    /// How many days after the dose a certificate of yellow fever counts from, for life (International Health
    /// Regulations, annex 7).
    public static let yellowFeverDays = 10

    /// Yellow fever as certificates code it (SNOMED CT).
    public static var yellowFever: Coding { ICVPDisease.yellowFever.target }

    /// The doses of an ICVP whose product isn't known to be prequalified by the WHO for the disease that they name, by
    /// their paths.
    var lacksPrequalification: [String] {
        guard format == .icvp else { return [] }
        return claims.vaccinations.enumerated().compactMap { index, dose in
            let product = dose.product.flatMap { PrequalifiedProduct(id: $0.code) }
            let stated = dose.otherCodes.first.map { ICVPDisease.coding(icd11: $0.code) }
            return product == nil || stated.map { $0 != product?.disease.target } ?? false ? "v[\(index)]" : nil
        }
    }

    /// When the first dose of an ICVP begins to count; nil for other certificates.
    var protectionStart: Date? { icvpDoses.compactMap(\.countsFrom).min() }

    /// When the last dose of an ICVP ends to count; nil where one counts for life, and for other certificates.
    var protectionEnd: Date? {
        let ends = icvpDoses.map(\.countsUntil)
        return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    }

    private var icvpDoses: [VaccinationEntry] { format == .icvp ? claims.vaccinations : [] }
}

extension VaccinationEntry {
    private var isOfYellowFever: Bool { ICVPDisease(target: target) == .yellowFever }

    /// The start of the day from which on it counts: its own, the tenth after it for yellow fever, or a later one that
    /// its issuer states.
    fileprivate var countsFrom: Date? {
        let given = date?.date?.exact.map { $0.adding(days: isOfYellowFever ? SignedCertificate.yellowFeverDays : 0) }
        return [given, validFrom?.date?.exact].compactMap(\.self).max().map(\.start)
    }

    /// The end of the day that its issuer states; nil for one against yellow fever, which counts for life whatever a
    /// certificate says (International Health Regulations, annex 7).
    fileprivate var countsUntil: Date? {
        isOfYellowFever ? nil : validUntil?.date?.exact.map { $0.adding(days: 1).start }
    }
}

extension CalendarDate {
    /// Its first moment, in UTC.
    fileprivate var start: Date { Date(timeIntervalSince1970: Double(dayNumber) * 86_400) }
}
