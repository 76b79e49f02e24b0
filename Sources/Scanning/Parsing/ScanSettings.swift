package import CivilDates

/// What reading a page needs to know beside the page.
package struct ScanSettings: Sendable {
    package let today: CalendarDate
    /// When the pass's holder was born, where that is known.
    package let birthDate: CalendarDate?
    /// The languages that months may be written in.
    package let months: [MonthNames]
    package let lexicon: VaccineLexicon
    /// The product of a vaccine's brand that somebody had on a day: of two strengths the one for their age.
    package let strength: @Sendable (_ vaccine: String, PartialDate) -> String?
    /// The names of the passes.
    package let names: [String]
    /// The name of the chosen pass's holder.
    package let holder: String?

    package init(
        today: CalendarDate, birthDate: CalendarDate? = nil,
        months: [MonthNames] = [.german, .english, ScanSettings.french], lexicon: VaccineLexicon,
        names: [String] = [], holder: String? = nil,
        strength: @escaping @Sendable (String, PartialDate) -> String? = { _, _ in nil }
    ) {
        (self.today, self.birthDate, self.months) = (today, birthDate, months)
        (self.lexicon, self.names, self.holder, self.strength) = (lexicon, names, holder, strength)
    }

    /// The months in French.
    package static let french = MonthNames([
        ["janvier", "janv"], ["février", "fevrier", "févr", "fevr"], ["mars"], ["avril", "avr"], ["mai"], ["juin"],
        ["juillet", "juil"], ["août", "aout"], ["septembre", "sept"], ["octobre", "oct"], ["novembre", "nov"],
        ["décembre", "decembre", "déc", "dec"],
    ])
}
