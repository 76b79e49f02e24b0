import CivilDates
package import Immunization

/// Answers CDSi's test cases with the engine.
package struct CDSiRun: Sendable {
    /// The engine with the converted schedule.
    package let engine: ImmunizationEngine
    private let groups: [VaccineGroup]

    /// A run with a converted schedule.
    ///
    /// - Throws: `DataFault` if the schedule contradicts itself.
    package init(_ schedule: CDSiSchedule) throws {
        engine = try ImmunizationEngine(schedules: [schedule.schedule], vaccines: schedule.vaccines)
        groups = schedule.schedule.groups
    }

    /// The sheets' short names of vaccine groups that aren't the begin of the full name or an antigen's name.
    private static let shortNames = [
        "flu": "influenza", "ipol": "polio", "ipv": "polio", "mcv": "meningococcal", "menacwy": "meningococcal",
        "mpox": "orthopoxvirus", "pcv": "pneumococcal", "smallpox": "orthopoxvirus", "td": "dtaptdaptd",
        "tdap": "dtaptdaptd",
    ]

    /// The vaccine group that a sheet means; nil for one that the schedule doesn't have.
    ///
    /// A sheet writes a group's name, the name of an antigen in it, or the begin of its name (`DTAP`, `POL`, `MENB`).
    package func group(named name: String) -> String? {
        let letters = Self.letters(name)
        let wanted = Self.shortNames[letters] ?? letters
        guard !wanted.isEmpty else { return nil }
        let matches: [(VaccineGroup) -> Bool] = [
            { Self.letters($0.id) == wanted },
            { $0.antigens.contains { Self.letters($0) == wanted } },
            { Self.abbreviations($0.id).contains(wanted) },
            { Self.letters($0.id).hasPrefix(wanted) },
        ]
        for isMeant in matches {
            if let group = groups.first(where: isMeant) { return group.id }
        }
        return nil
    }

    private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// As in "menb" for `Meningococcal B`, "yf" for `Yellow Fever`.
    private static func abbreviations(_ name: String) -> [String] {
        let words = name.split(separator: " ")
        guard let first = words.first, words.count == 2 else { return [] }
        return [letters(String(first.prefix(3)) + words[1]), letters(String(first.prefix(1)) + words[1].prefix(1))]
    }

    /// What we say of a case: nothing of a vaccine group that the schedule doesn't have.
    ///
    /// - Throws: ``CDSiError`` if the case names a day that doesn't exist.
    package func answer(_ one: CDSiCase) throws(CDSiError) -> CDSiAnswer {
        let (patient, date) = try one.patient()
        let group = group(named: one.vaccineGroup)
        let all = engine.assess(patient, on: date).flatMap(\.groups)
        let own = all.filter { $0.group == group }
        let forecast = own.first
        return CDSiAnswer(
            id: one.id, seriesStatus: forecast.map { Self.word($0.status) },
            forecastDose: forecast?.doseNumber.map(String.init), earliest: forecast?.earliest?.description,
            recommended: forecast?.recommended?.description, pastDue: forecast?.pastDue?.description,
            doses: patient.doses.map { dose in
                let judged = own.flatMap(\.doses).filter { $0.dose == dose.id }
                let elsewhere = judged.isEmpty ? all.flatMap(\.doses).filter { $0.dose == dose.id } : judged
                let best = elsewhere.map(\.status).min { Self.rank($0) < Self.rank($1) }
                return CDSiAnswer.Dose(status: best.map(Self.word))
            })
    }

    private static func rank(_ status: DoseEvaluation.Status) -> Int {
        [.valid, .notValid, .extraneous, .substandard].firstIndex(of: status) ?? 4
    }

    private static func word(_ status: DoseEvaluation.Status) -> String {
        switch status {
        case .valid: "Valid"
        case .notValid: "Not Valid"
        case .extraneous: "Extraneous"
        case .substandard: "Substandard"
        }
    }

    private static func word(_ status: SeriesForecast.Status) -> String {
        switch status {
        case .notComplete, .askDoctor: "Not Complete"
        case .complete: "Complete"
        case .immune: "Immune"
        case .contraindicated: "Contraindicated"
        case .agedOut: "Aged Out"
        case .notRecommended: "Not Recommended"
        }
    }
}
