import CivilDates
import Immunization
import Model
import PassArchive
import Vault
import Web

/// The doses of an import whose vaccine isn't known, each text once, and what somebody answered.
struct ImportQuestions: Sendable {
    /// A text of the file, for all doses of a pass that have it.
    struct Item: Sendable {
        /// The name of its field in the form.
        let field: String
        let asked: AskedDose
        let days: [PartialDate]
        /// What was answered: an id, or a text to search for.
        let answer: String
        /// What the answer means; nil for none.
        let meaning: VaccineFinder.Answer?
        /// What it may be: of the file, else of the answer.
        let choices: [VaccineSearch.Suggestion]

        package init(
            field: String, asked: AskedDose, days: [PartialDate], answer: String, meaning: VaccineFinder.Answer?,
            choices: [VaccineSearch.Suggestion]
        ) {
            self.field = field
            self.asked = asked
            self.days = days
            self.answer = answer
            self.meaning = meaning
            self.choices = choices
        }

        /// Whether the answer names something.
        var isAnswered: Bool { if case .one = meaning { true } else { false } }
        /// Whether it is none of the choices, and is to be typed.
        var isOther: Bool { answer == ImportQuestions.other }
    }

    /// A dose that shows what its words were taken for.
    private struct Told: Hashable {
        let pass: Int
        let vaccine: String
        let date: PartialDate
    }

    /// The most texts that are asked about; doses with others are left out, and named.
    static let most = 100
    /// The answer that none of the choices is meant.
    static let other = "other"

    private(set) var items: [Item] = []
    /// The doses that are left out since there are too many texts.
    private var others: [AskedDose] = []
    /// The words of doses that show what they were taken for.
    private var told: [Told: String] = [:]
    /// What the file holds, with what was answered and without the doses that nobody answered.
    private(set) var contents: ArchiveContents

    /// What doses have in common that are asked about together.
    private struct Key: Hashable {
        let pass: Int
        let text: String
        let choices: [String]
    }

    init(_ contents: ArchiveContents, asked: [AskedDose], _ choices: ImportChoices, finder: VaccineFinder) {
        self.contents = contents
        var groups: [Key: [AskedDose]] = [:]
        var order: [Key] = []
        for dose in asked where contents.passes.indices.contains(dose.pass) {
            guard contents.passes[dose.pass].vaccinations.indices.contains(dose.dose) else { continue }
            guard dose.question != nil else {
                tell(dose.text, of: contents.passes[dose.pass].vaccinations[dose.dose].content, pass: dose.pass)
                continue
            }
            let key = Key(pass: dose.pass, text: Catalogue.folded(dose.text), choices: dose.choices)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(dose)
        }
        var left: [Int: Set<Int>] = [:]
        for (number, key) in order.enumerated() {
            let doses = groups[key] ?? []
            if number < Self.most {
                let item = item(doses, choices, finder)
                items.append(item)
                if item.isAnswered {
                    settle(doses, item.answer, finder)
                    continue
                }
            } else {
                others += doses
            }
            left[key.pass, default: []].formUnion(doses.map(\.dose))
        }
        for (pass, doses) in left {
            let kept = self.contents.passes[pass].vaccinations.enumerated().filter { !doses.contains($0.offset) }
            self.contents.passes[pass].vaccinations = kept.map(\.element)
        }
    }

    private func item(_ doses: [AskedDose], _ choices: ImportChoices, _ finder: VaccineFinder) -> Item {
        let first = doses[0].guessed(finder, for: who(doses[0]))
        let field = ImportChoices.vaccineField(first.pass, first.dose)
        let answer = choices.vaccine(field)
        // Of a brand it depends on the day: the first that isn't known is asked.
        let open = doses.lazy.map { finder.find(answer, for: who($0)) }.first {
            if case .one = $0 { false } else { true }
        }
        let isTyped = !answer.isEmpty && answer != Self.other
        let meaning = isTyped ? open ?? finder.find(answer, for: who(first)) : nil
        var found = first.choices.compactMap { finder.suggestion($0, species: who(first).species) }
        if case .choice(let some, _) = meaning { found = some }
        return Item(
            field: field, asked: first,
            days: doses.map { contents.passes[$0.pass].vaccinations[$0.dose].date }, answer: answer, meaning: meaning,
            choices: found)
    }

    private func who(_ dose: AskedDose) -> VaccineFinder.Who {
        let pass = contents.passes[dose.pass]
        return VaccineFinder.Who(pass.kind, birth: pass.birthDate, on: pass.vaccinations[dose.dose].date)
    }

    /// Gives each dose what was answered, by its own day.
    private mutating func settle(_ doses: [AskedDose], _ answer: String, _ finder: VaccineFinder) {
        for dose in doses {
            guard case .one(let found, let sureness) = finder.find(answer, for: who(dose)) else { continue }
            var content = contents.passes[dose.pass].vaccinations[dose.dose].content
            content.targets = [found.targets.first ?? content.target]
            content.vaccine = found.vaccine?.id
            content.vaccineName = found.vaccine == nil ? content.vaccineName : nil
            contents.passes[dose.pass].vaccinations[dose.dose].content = content
            if sureness < VaccineFinder.clear { tell(answer, of: content, pass: dose.pass) }
        }
    }

    private mutating func tell(_ text: String, of dose: Vaccination, pass: Int) {
        guard let vaccine = dose.vaccine else { return }
        told[Told(pass: pass, vaccine: vaccine, date: dose.date)] = text
    }

    /// The words of a dose, where it shows what they were taken for.
    func told(of dose: Vaccination, pass: Int) -> String? {
        dose.vaccine.flatMap { told[Told(pass: pass, vaccine: $0, date: dose.date)] }
    }

    /// What is wrong with the answers; an empty one leaves the doses out.
    func errors(_ words: Localizer) -> FormErrors {
        var errors = FormErrors()
        for item in items where !item.answer.isEmpty && !item.isAnswered {
            let fault: Message =
                if case .choice = item.meaning {
                    .`vaccinations.table.vaccine.choice`
                } else {
                    item.isOther ? .`vaccinations.table.vaccine.empty` : .`vaccinations.search.nothing`
                }
            errors.add(item.field, words[fault])
        }
        return errors
    }

    /// The doses that are left out since too many texts aren't known.
    func leftOut(_ words: Localizer) -> [String] {
        others.map { words(.`archive.question.left-out`, ["text": CleanText.optional($0.text) ?? "–"]) }
    }
}
