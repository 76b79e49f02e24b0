package import CivilDates
package import Immunization
import Model
package import Vault

/// A pass's face: an emoji by age, sex and species, on one of five grounds by the pass's place among the account's.
///
/// It replaces no name: that is always beside it.
package struct Face: TemplateModel {
    let emoji: String
    private let ground: Ground
    /// The class of its ground.
    var tint: String { ground.rawValue }

    /// The grounds, by the names of their classes.
    private enum Ground: String, CaseIterable {
        case a, b, c, d, e
    }

    /// - Parameter passes: All of the account, which give it its ground.
    package init(_ pass: PassRecord, among passes: [PassRecord], _ catalogue: Catalogue, on today: CalendarDate) {
        let place = passes.firstIndex { $0.id == pass.id } ?? 0
        ground = Ground.allCases[place % Ground.allCases.count]
        emoji =
            pass.isForPerson
            ? Self.person(pass.sex, years: pass.birthDate.map { $0.earliest.completedYears(until: today) })
            : catalogue.emoji(pass.kind)
    }

    /// A person whose age isn't known is drawn as an adult.
    private static func person(_ sex: RecordedSex, years: Int?) -> String {
        let (female, male, other) =
            switch years ?? 30 {
            case ..<2: ("👶", "👶", "👶")
            case ..<14: ("👧", "👦", "🧒")
            case ..<60: ("👩", "👨", "🧑")
            default: ("👵", "👴", "🧓")
            }
        return switch sex {
        case .female: female
        case .male: male
        case .diverse, .unknown: other
        }
    }

    package static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.emoji }, .text("tint") { $0.tint },
    ]
}

extension SignedInRequest {
    package func face(of pass: PassRecord) -> Face { Face(pass, among: passes, catalogue, on: today) }
}
