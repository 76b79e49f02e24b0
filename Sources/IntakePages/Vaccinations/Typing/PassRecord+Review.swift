import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

extension PassRecord {
    /// A draft held against doses of this pass.
    func review(_ draft: Draft, beside doses: [VaccinationRecord], _ member: SignedInRequest) -> Review {
        Review(
            draft, of: holder, beside: doses.map(StoredDose.init), finder: member.finder, dates: member.dates.record)
    }

    /// A dose that a form tells, held against the others of this pass.
    func review(
        _ dose: Vaccination, answered answers: Proposal, over old: Vaccination?, beside doses: [VaccinationRecord],
        _ member: SignedInRequest
    ) -> Review {
        Review(
            dose, answered: answers, over: old, of: holder, beside: doses.map(StoredDose.init), finder: member.finder)
    }

    private var holder: Holder { Holder(self.kind, birth: self.birthDate) }

    /// What goes with the rows of a draft for this pass.
    func setting(_ member: SignedInRequest) -> RowSetting {
        RowSetting(pass: self, names: member.catalogue.names(member.words.about(self)), dates: member.dates)
    }
}

extension StoredDose {
    fileprivate init(_ record: VaccinationRecord) { self.init(id: record.id.description, record.content) }
}

extension SignedInRequest {
    /// A dose may be of the latest day on earth.
    var dates: WrittenDates { WrittenDates(today: services.latestDay, words: words) }
}

extension Records {
    /// Stores what a review found of a pass.
    ///
    /// - Parameter doses: those that it was held against.
    func store(
        _ changes: [Review.Change], of pass: PassRecord, from source: DoseSource, _ member: SignedInRequest,
        beside doses: [VaccinationRecord]
    ) throws {
        let (now, today) = (member.now, member.today)
        let known = Dictionary(doses.map { ($0.id.description, $0) }) { first, _ in first }
        for change in changes {
            switch change {
            case .insert(var dose):
                if source != .hand { (dose.source, dose.sourceDate) = (source, PartialDate(today)) }
                try insert(VaccinationRecord(passID: pass.id, dose, createdAt: now, updatedAt: now))
            case .update(let stored, let content):
                guard let record = known[stored.id] else { continue }
                try update(record.told(content, from: source, on: today, at: now))
            }
        }
    }
}
