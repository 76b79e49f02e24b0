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

    /// The doses of an ICVP whose product isn't known to be prequalified by the WHO, by their paths.
    var lacksPrequalification: [String] {
        guard format == .icvp else { return [] }
        return claims.vaccinations.enumerated().compactMap { index, dose in
            dose.product.flatMap { PrequalifiedProduct(id: $0.code) } == nil ? "v[\(index)]" : nil
        }
    }

    /// When the first dose against yellow fever of an ICVP begins to count; nil for other certificates.
    var protectionStart: Date? {
        guard format == .icvp else { return nil }
        let days = claims.vaccinations.filter { ICVPDisease(target: $0.target) == .yellowFever }
            .compactMap { $0.date?.date?.exact }
        return days.min().map { day in
            Date(timeIntervalSince1970: Double(day.adding(days: Self.yellowFeverDays).dayNumber) * 86_400)
        }
    }
}
