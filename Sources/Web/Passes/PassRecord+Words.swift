import CivilDates
package import Immunization
import Model
package import Vault

extension PassRecord {
    /// 'born 27 March 2012', if the date is known.
    package func born(_ words: Localizer) -> String? {
        self.birthDate.map { words(.`passes.born`, ["date": words.date($0)]) }
    }
}

extension [PassRecord] {
    /// What tells a pass from others of the same name: the species, the year or else the day of birth; nil where none has it.
    func difference(of pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer) -> String? {
        let others = filter { $0.name == pass.name && $0.id != pass.id }
        guard !others.isEmpty else { return nil }
        let alike = others.filter { $0.kind == pass.kind }
        let kind = alike.count < others.count ? catalogue.species(pass.kind)?.names[words.code] : nil
        let isYearAlike = alike.contains { $0.birthDate?.year == pass.birthDate?.year }
        let born = alike.isEmpty ? nil : pass.birthDate.map { isYearAlike ? words.date($0) : String($0.year) }
        let parts = [kind, born].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// 'Lina', or 'Lina (2019)' where several have that name.
    package func name(of pass: PassRecord, _ catalogue: Catalogue, _ words: Localizer) -> String {
        difference(of: pass, catalogue, words).map { "\(pass.name) (\($0))" } ?? pass.name
    }
}

extension Catalogue {
    /// The emoji of a pass's kind; a neutral one for a kind that the catalogue no longer has.
    package func emoji(_ kind: String) -> String { species(kind)?.emoji ?? "📘" }
}
