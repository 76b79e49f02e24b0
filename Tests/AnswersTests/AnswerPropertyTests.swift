import Answers
import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Seeded
import Testing

/// What has to hold for anybody: tried on the catalogue that we ship with records that are made up at random.
///
/// `VACCINAPP_PROPERTIES=1` tries two thousand.
@Suite("Properties of answers, with random records", .timeLimit(.minutes(LongForm.minutes)))
struct AnswerPropertyTests {
    private static let count = LongForm.isAsked ? 2_000 : 40

    /// Tries records that are made up at random, each with its answer.
    func forEach(_ check: (Dossier, CalendarDate, Answer, String) throws -> Void) throws {
        let catalogue = try Records.release.get().catalogue
        var (maker, random) = (RandomPatients(catalogue: catalogue, seed: 47), SeededGenerator(seed: 7))
        for number in 0..<Self.count {
            var (patient, day) = maker.next()
            // Where nobody told, pages take the first country that has a schedule.
            if patient.home.isEmpty { patient.home = ["DE"] }
            var dossier = Dossier(patient)
            if Int.random(in: 0..<4, using: &random) == 0 { dossier.completeSince = day }
            for antigen in ["tetanus", "measles", "zoster"] where Bool.random(using: &random) {
                dossier.told[antigen] = Dossier.Told.allCases.randomElement(using: &random)
            }
            try check(dossier, day, try Records.answer(dossier, on: day.description), "record \(number)")
        }
    }

    @Test("the order in which a record was entered doesn't matter")
    func order() throws {
        var random = SeededGenerator(seed: 3)
        try forEach { dossier, day, answer, name in
            var shuffled = dossier
            shuffled.patient.doses.shuffle(using: &random)
            shuffled.patient.observations.shuffle(using: &random)
            shuffled.patient.trips.shuffle(using: &random)
            let other = try Records.answer(shuffled, on: day.description)
            #expect(other == answer, "\(name)")
        }
    }

    @Test("each antigen of the species is in exactly one line")
    func lines() throws {
        let catalogue = try Records.release.get().catalogue
        try forEach { dossier, _, answer, name in
            let antigens = catalogue.targets.filter { $0.species == dossier.patient.species }.map(\.id)
            #expect(answer.lines.flatMap(\.group).sorted() == antigens.sorted(), "\(name)")
            #expect(Set(answer.lines.map(\.id)).count == answer.lines.count, "\(name)")
        }
    }

    @Test("no line is complete without a dose that counts, immunity or a yes")
    func complete() throws {
        try forEach { _, _, answer, name in
            for line in answer.lines where line.state == .complete {
                #expect(line.counted > 0 || line.isImmune || line.isTold, "\(name) \(line.id)")
            }
        }
    }

    @Test("what has an entered dose isn't called not entered, but for a question")
    func entered() throws {
        try forEach { dossier, day, answer, name in
            for line in answer.lines where line.state == .nowUnlessGiven && !line.isQuestion {
                let counting = answer.doses.filter { line.antigens.contains($0.antigen) && $0.date <= day }
                #expect(counting.isEmpty, "\(name) \(line.id)")
            }
        }
    }

    @Test("visits come in order, have room, serve lines that there are, and give all that is for now")
    func visits() throws {
        try forEach { _, day, answer, name in
            let days = answer.visits.map(\.day)
            #expect(days == days.sorted() && (days.first ?? day) >= day, "\(name)")
            let ids = Set(answer.lines.map(\.id))
            for visit in answer.visits {
                #expect(visit.injections.count { !$0.isOral } <= 4, "\(name) \(visit.day)")
                #expect(ids.isSuperset(of: visit.injections.flatMap(\.lines)), "\(name) \(visit.day)")
            }
            let given = Set(answer.visits.flatMap(\.injections).flatMap(\.lines))
            for line in answer.lines where line.isForNow { #expect(given.contains(line.id), "\(name) \(line.id)") }
            #expect(answer.summary.injectionsNow >= 0 && answer.changesOn > day, "\(name)")
        }
    }

    @Test("the day of a line is the one of the first visit that gives it, or what it is valid until")
    func days() throws {
        func check(_ answer: Answer, _ name: String) {
            for line in answer.lines where line.state.isOpen && !line.isQuestion {
                let visit = answer.visits.first { $0.injections.contains { $0.lines.contains(line.id) } }
                guard let visit, let day = line.day, !line.reasons.contains(.validUntil(day)) else { continue }
                #expect(day == visit.day, "\(name) \(line.id)")
            }
        }
        try forEach { _, _, answer, name in check(answer, name) }
        try forEachCase { _, answer in check(answer, "\(answer.day)") }
    }

    @Test("every vaccination of a plan that is kept counts and was needed")
    func kept() throws {
        let release = try Records.release.get()
        try forEachCase { file, answer in
            guard file.dossier.patient.species == Species.person, let last = answer.visits.last?.day else { return }
            var dossier = file.dossier
            // A titre without a day is one of today, as plans take it: planned doses come after it.
            for place in dossier.patient.observations.indices where dossier.patient.observations[place].date == nil {
                dossier.patient.observations[place].date = file.day
            }
            let planned = answer.visits.enumerated().flatMap { turn, visit in
                visit.injections.enumerated().map { place, injection in
                    let (id, date) = ("planned \(turn).\(place)", PartialDate(visit.day))
                    return injection.vaccine.map { AdministeredDose(id: id, vaccine: $0, date: date) }
                        ?? AdministeredDose(id: id, antigens: injection.antigens, date: date)
                }
            }
            dossier.patient.doses += planned
            let verdicts = Answer(of: dossier, by: release.engine, catalogue: release.catalogue, on: last).doses
            let counting = Set(verdicts.filter(\.counts).map(\.dose))
            let wasted = planned.filter { !counting.contains($0.id) }.map { "\($0.vaccine ?? "") \($0.date)" }
            #expect(wasted.isEmpty, "\(file.name) \(wasted)")
        }
    }

    /// Answers the project's cases: its patients, all cases of pregnancies and one of ten others, all with
    /// `VACCINAPP_PROPERTIES=1`.
    func forEachCase(_ body: (AnswerCase, Answer) throws -> Void) throws {
        let check = AnswerCheck(try Records.release.get())
        for (number, path) in Records.allCases.enumerated() {
            let file = try check.read([UInt8](try Data(contentsOf: URL(filePath: path))), name: path)
            guard
                LongForm.isAsked || number.isMultiple(of: 10) || path.hasPrefix(Records.patients.path)
                    || file.dossier.patient.pregnancyStart != nil
            else { continue }
            try body(file, check.answer(file))
        }
    }

    @Test("nothing is another answer before the day that it names")
    func changes() throws {
        try forEach { whole, day, _, name in
            // A child whose record is complete has nothing for today more often than others.
            var dossier = whole
            (dossier.completeSince, dossier.patient.observations, dossier.patient.trips) = (day, [], [])
            let answer = try Records.answer(dossier, on: day.description)
            let last = answer.changesOn.adding(days: -1)
            guard last > day else { return }
            let other = try Records.answer(dossier, on: last.description)
            let states = { (answer: Answer) in
                answer.lines.map { [$0.id, $0.state.rawValue, "\(String(describing: $0.day))"] }
            }
            #expect(states(other) == states(answer) && other.visits == answer.visits, "\(name)")
        }
    }

    @Test("without one of the trips no dose counts for less, and no line is less complete that it wasn't a ground of")
    func withoutTrip() throws {
        try forEach { dossier, day, answer, name in
            for number in dossier.patient.trips.indices {
                var other = dossier
                let trip = other.patient.trips.remove(at: number)
                let without = try Records.answer(other, on: day.description)
                for line in answer.lines
                where line.state == .complete && line.places.isDisjoint(with: trip.destinations) {
                    let state = without.lines.first { $0.id == line.id }?.state
                    #expect(state == .complete, "\(name) \(line.id) without \(trip.destinations)")
                }
                let counting = Set(answer.doses.filter(\.counts).map { [$0.dose, $0.antigen] })
                #expect(counting == Set(without.doses.filter(\.counts).map { [$0.dose, $0.antigen] }), "\(name)")
            }
        }
    }
}
