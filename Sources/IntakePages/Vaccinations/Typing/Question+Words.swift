import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

extension VaccinationNames {
    /// What somebody is asked of a row.
    func text(
        _ question: Question, in row: Review.Row, of pass: PassRecord, _ dates: WrittenDates
    ) -> String {
        switch question {
        case .nothingTyped: words[.`vaccinations.table.empty`]
        case .tooMany(let most): words(.`vaccinations.table.many`, ["maximum": String(most)])
        case .dateMissing: words(DateReadingError.empty)
        case .date(let fault): dates.text(fault, bornOn: pass.birthDate)
        case .dayAhead(let fault):
            WrittenDates(today: dates.today, words: words, isAhead: true).text(fault, bornOn: pass.birthDate)
        case .vaccineMissing: words[.`vaccinations.table.vaccine.empty`]
        case .unknownVaccine: words[.`vaccinations.search.nothing`]
        case .whichVaccine(let suggestions): self.question(suggestions)
        case .age(let vaccine, _, let day): age(vaccine, on: day, of: pass)
        case .text(let issue): words.issue(issue)
        case .choice: words[.`error.choice`]
        case .end(let dose): words.endFault(dose)?.text ?? words[.`error.date.unreal`]
        case .unsure: words[.`scans.row.unsure`]
        case .sameDose: words[.`vaccinations.table.duplicate`]
        }
    }

    /// That a product isn't licensed for the age on the day.
    private func age(_ vaccine: Vaccine, on day: PartialDate, of pass: PassRecord) -> String {
        let age = pass.birthDate.map { words.age(born: $0.earliest, on: day.latest) } ?? ""
        return words(
            .`vaccinations.typing.age`,
            [
                "vaccine": name(.vaccine(vaccine)), "ages": vaccine.licensedAges.map(ages) ?? "", "name": pass.name,
                "age": age,
            ])
    }

    /// For whom a product is licensed: 'from 1 year', 'up to 16 years', 'from 1 to 16 years'.
    private func ages(_ ages: LicensedAges) -> String {
        let (from, before) = (ages.from.map { words.age($0) }, ages.before.map { words.age($0) })
        return switch (from, before) {
        case (let from?, let before?): words(.`vaccinations.typing.ages.between`, ["from": from, "before": before])
        case (let from?, nil): words(.`vaccinations.typing.ages.from`, ["from": from])
        case (nil, let before?): words(.`vaccinations.typing.ages.before`, ["before": before])
        case (nil, nil): ""
        }
    }
}
