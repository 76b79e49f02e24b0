import Algorithms
import CivilDates
import Immunization
import Model
import Vault

/// What a date of birth leaves open of which only the year, or the month, is known.
///
/// Recommendations are made for its last possible day. Somebody born earlier in that time may be old enough for more, or
/// born in other months than those that a rule asks for: that is told instead of kept quiet.
struct UncertainBirth: TemplateModel {
    /// The day that recommendations are made for.
    let judged: CalendarDate
    /// The diseases against which something is due on another day of birth only.
    let others: [String]
    /// Where the day is added.
    let edit: String

    static let fields: [TemplateField<Self>] = [
        .text("judged") { $1.date($0.judged.description) },
        .text("others") { $0.others.isEmpty ? nil : $1.list($0.others) }, .text("edit") { $0.edit },
    ]

    /// Nil where the day is known.
    init?(_ pass: PassRecord, _ advice: Advice, _ names: VaccinationNames) {
        guard let birth = pass.birthDate, !birth.isExact else { return nil }
        (judged, edit) = (advice.patient.birthDate, Links.editPass(pass.id))
        let told = Self.pressing(advice.recommendations)
        let days = advice.patient.hasShortHistory ? Self.days(birth, until: judged) : []
        others = days.flatMap { day in
            var patient = advice.patient
            patient.birthDate = day
            return Self.pressing(advice.recommender.recommendations(for: patient, on: advice.today))
        }.uniqued().filter { !told.contains($0) }.map(names.target)
    }

    /// What is asked for now, or within weeks.
    private static func pressing(_ recommendations: [Recommendation]) -> [String] {
        recommendations.filter { $0.state <= .dueSoon }.flatMap(\.antigens)
    }

    /// The first day and one of each month: rules ask for months of birth, and for ages in months.
    private static func days(_ birth: PartialDate, until last: CalendarDate) -> [CalendarDate] {
        let months = (birth.month.map { $0...$0 } ?? 1...12).compactMap { month in
            CalendarDate(year: birth.year, month: month, day: 15)
        }
        return [birth.earliest] + months.filter { $0 < last }
    }
}
