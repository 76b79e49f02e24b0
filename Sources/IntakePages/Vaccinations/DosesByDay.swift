import CivilDates
import Foundation
import Immunization
import Model
import Vault
import Web

/// The doses of a pass by day and disease, to find the one that comes from elsewhere too without comparing each with each.
package struct DosesByDay {
    private struct Place: Hashable {
        let date: PartialDate
        let target: String
    }

    private let catalogue: Catalogue
    /// In the order in which they came here; a dose that was replaced is there again.
    private var doses: [VaccinationRecord] = []
    /// Numbers of doses, the one kept first at the front.
    private var places: [Place: [Int]] = [:]

    /// - Parameter records: as the vault gives them, the newest first.
    init(_ records: [VaccinationRecord], catalogue: Catalogue) {
        self.catalogue = catalogue
        for record in records.reversed() { add(record) }
    }

    mutating func add(_ record: VaccinationRecord) {
        let number = doses.count
        doses.append(record)
        for place in places(of: record.content) {
            let numbers = places[place] ?? []
            let end = numbers.lastIndex { doses[$0].createdAt <= record.createdAt }.map { $0 + 1 } ?? 0
            places[place, default: []].insert(number, at: end)
        }
    }

    /// Puts a dose in the place of the one with its id.
    mutating func replace(_ old: VaccinationRecord, with new: VaccinationRecord) {
        for place in places(of: old.content) { places[place]?.removeAll { doses[$0].id == old.id } }
        add(new)
    }

    /// The dose that is most likely one that comes from elsewhere; of several, the one kept first.
    func same(as vaccination: Vaccination) -> VaccinationRecord? {
        let found = places(of: vaccination).compactMap { places[$0]?.first }
        return found.min { (doses[$0].createdAt, $0) < (doses[$1].createdAt, $1) }.map { doses[$0] }
    }

    private func places(of vaccination: Vaccination) -> Set<Place> {
        Set(catalogue.targets(of: vaccination).map { Place(date: vaccination.date, target: $0) })
    }
}
