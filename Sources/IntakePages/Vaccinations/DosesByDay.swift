import Foundation
import Immunization
import Intake
import Model
import Vault

/// The doses of a pass with what finds those that may be one with another.
package struct DosesByDay {
    /// In the order in which they came here.
    private var records: [VaccinationRecord]
    private var numbers: [VaccinationID: Int]
    private var index: TwinIndex

    /// - Parameter records: as the vault gives them, the newest first.
    init(_ records: [VaccinationRecord], catalogue: Catalogue) {
        self.records = records.reversed()
        numbers = Dictionary(self.records.enumerated().map { ($1.id, $0) }) { first, _ in first }
        index = TwinIndex(TwinRule(catalogue), self.records.map(\.content))
    }

    mutating func add(_ record: VaccinationRecord) {
        numbers[record.id] = records.count
        records.append(record)
        index.add(record.content)
    }

    /// Puts a dose in the place of the one with its id.
    mutating func replace(_ new: VaccinationRecord) {
        guard let number = numbers[new.id] else { return }
        records[number] = new
        index.replace(number, with: new.content)
    }

    /// The dose that a certificate's is most likely: that says the same, else one of its day against one of its diseases; of
    /// several, the one kept first.
    func same(as vaccination: Vaccination) -> VaccinationRecord? {
        index.twins(of: vaccination).lazy.map { records[$0.number] }.first { $0.date == vaccination.date }
    }
}
