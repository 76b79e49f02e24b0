import CivilDates
import Model
import PassArchive
import Testing

@Suite("An import plan says what is new, there already, or in conflict", .timeLimit(.minutes(3)))
struct ImportPlanTests {
    private static func vaccination(
        _ target: String, _ date: String, id: String? = nil, vaccine: String? = nil, note: String? = nil
    ) -> ArchivedVaccination {
        ArchivedVaccination(
            id: id,
            Vaccination(target: target, vaccine: vaccine, date: PartialDate(ofRecord: date) ?? .fallback, note: note))
    }

    private static func pass(
        _ name: String = "Erika", id: String? = nil, born: String? = "1990-05-17", kind: String = "person",
        _ vaccinations: [ArchivedVaccination] = [], certificates: [ArchivedCertificate] = []
    ) -> ArchivedPass {
        ArchivedPass(
            id: id, Pass(kind: kind, name: name, birthDate: born.flatMap(PartialDate.init(ofRecord:))),
            vaccinations: vaccinations, certificates: certificates)
    }

    private static func pass(_ vaccinations: [ArchivedVaccination]) -> ArchivedPass { pass("Erika", vaccinations) }

    /// What is there after the changes of a plan; new ids are made as a database would.
    private func applying(_ changes: [ArchiveImportChange], to existing: [ArchivedPass]) -> [ArchivedPass] {
        var passes = existing
        for change in changes {
            switch change {
            case .insertPass(var pass, let key):
                pass.id = pass.id ?? key
                passes.append(pass)
            case .updatePass(let holder, let id):
                guard let index = passes.firstIndex(where: { $0.id == id }) else { continue }
                (passes[index].name, passes[index].birthDate, passes[index].sex) =
                    (holder.name, holder.birthDate, holder.sex)
            case .insert(let entry, let key):
                guard let index = passes.firstIndex(where: { $0.id == key }) ?? passes.indices.last else { continue }
                switch entry {
                case .vaccination(let entry): passes[index].vaccinations.append(entry)
                case .certificate(let entry): passes[index].certificates.append(entry)
                case .fact(let entry): passes[index].facts.append(entry)
                case .attachment(let entry): passes[index].attachments.append(entry)
                }
            case .replace(let entry, let existing, let key):
                guard let index = passes.firstIndex(where: { $0.id == key }) else { continue }
                if case .vaccination(let new) = entry, case .vaccination(let old) = existing,
                    let number = passes[index].vaccinations.firstIndex(of: old)
                {
                    passes[index].vaccinations[number] = new
                }
            }
        }
        return passes
    }

    @Test("everything is new in an empty account, and equal afterwards")
    func newAccount() throws {
        var random = RandomPasses(seed: 11)
        for _ in 0..<1000 {
            let pass = random.pass()
            let plan = ArchiveImportPlan(incoming: [pass], existing: [])
            #expect(plan.conflictCount == 0 && plan.alreadyThereCount == 0)
            #expect(applying(plan.changes(), to: []) == [pass])
        }
    }

    @Test("importing twice changes nothing, with ids or without")
    func twice() {
        var random = RandomPasses(seed: 12)
        for round in 0..<300 {
            var passes = (0..<3).map { _ in random.pass() }
            for index in passes.indices { passes[index].name += " \(index)" }
            let existing = passes
            if round.isMultiple(of: 2) {
                for index in passes.indices {
                    passes[index].id = nil
                    for number in passes[index].vaccinations.indices { passes[index].vaccinations[number].id = nil }
                    for number in passes[index].facts.indices { passes[index].facts[number].id = nil }
                }
            }
            let plan = ArchiveImportPlan(incoming: passes, existing: existing)
            #expect(plan.isEmpty && plan.conflictCount == 0)
            #expect(plan.changes().isEmpty)
        }
    }

    @Test("the same pass is found by its id, or by kind, name and birth date")
    func samePass() {
        let existing = [Self.pass("Erika  Beispiel", id: "a"), Self.pass("Bello", id: "b", born: "2020", kind: "dog")]
        func match(_ pass: ArchivedPass) -> String? {
            ArchiveImportPlan(incoming: [pass], existing: existing).passes.first?.existing?.id
        }
        #expect(match(Self.pass("Renamed", id: "a", born: nil)) == "a")
        #expect(match(Self.pass("erika beispiel")) == "a")
        #expect(match(Self.pass("Erika Beispiel", born: "1990")) == "a")
        #expect(match(Self.pass("Erika Beispiel", born: nil)) == "a")
        #expect(match(Self.pass("Erika Beispiel", born: "1991-05-17")) == nil)
        #expect(match(Self.pass("Bello", born: "2020-01-02", kind: "dog")) == "b")
        #expect(match(Self.pass("Bello", born: "2020", kind: "cat")) == nil)
        #expect(match(Self.pass("Bello", id: "b", born: "2020", kind: "cat")) == nil)
    }

    @Test("differing fields of the holder are named, and taken over only on request")
    func holder() {
        let existing = [Self.pass("Erika", id: "a")]
        let plan = ArchiveImportPlan(incoming: [Self.pass("Erika B.", id: "a", born: "1990")], existing: existing)
        #expect(plan.passes.first?.differingFields == ["name", "birthDate"])
        #expect(plan.changes().isEmpty)
        #expect(applying(plan.changes(takesHolder: { _ in true }), to: existing).first?.name == "Erika B.")
    }

    @Test("same disease on the same day with other content is a conflict that names its fields")
    func conflict() {
        let mine = Self.vaccination("tbe", "2021-03-09", id: "v", vaccine: "fsme-immun")
        let existing = [Self.pass(id: "a", [mine])]
        let theirs = Self.vaccination("tbe", "2021-03-09", vaccine: "encepur", note: "n")
        let plan = ArchiveImportPlan(incoming: [Self.pass([theirs])], existing: existing, twins: Self.ofADay)
        #expect(
            plan.passes.first?.rows.first?.state
                == .conflict(existing: .vaccination(mine), fields: ["vaccine", "note"]))
        #expect(plan.changes().isEmpty)
        let taken = applying(plan.changes(choice: { _, _ in .takeIncoming }), to: existing)
        #expect(taken.first?.vaccinations == [theirs])
        let both = applying(plan.changes(choice: { _, _ in .keepBoth }), to: existing)
        #expect(both.first?.vaccinations == [mine, theirs])
        #expect(ArchiveImportPlan(incoming: [Self.pass([theirs])], existing: both).isEmpty)
    }

    /// Doses of one disease and day may be one.
    private static func ofADay(
        _ incoming: [ArchivedVaccination], _ existing: [ArchivedVaccination], _ known: [Int?]
    ) -> ArchivedTwins {
        ArchivedTwins(
            twins: incoming.map { dose in
                existing.firstIndex { $0.target == dose.target && $0.date == dose.date }.map { .perhaps($0) }
            }, doses: incoming.map(\.content))
    }

    @Test("what fills an entry that is there is taken unless it is to stay as it is")
    func additions() {
        let mine = Self.vaccination("tbe", "2021-03-09", id: "v")
        let existing = [Self.pass(id: "a", [mine])]
        let theirs = Self.vaccination("tbe", "2021-03-09", note: "n")
        let twins = ArchivedTwins(twins: [.same(0, filled: theirs.content)], doses: [theirs.content])
        let plan = ArchiveImportPlan(
            incoming: [Self.pass([theirs])], existing: existing, twins: { _, _, _ in twins })
        #expect(!plan.isEmpty && plan.alreadyThereCount == 1 && plan.newCount == 0)
        #expect(plan.passes.first?.rows.first?.isAsked == true)
        #expect(applying(plan.changes(), to: existing).first?.vaccinations.map(\.note) == ["n"])
        #expect(plan.changes(choice: { _, _ in .keepExisting }).isEmpty)
    }

    @Test("what a file says twice is stored once, and what it perhaps does as often unless somebody says so")
    func twiceInTheFile() {
        let (one, other) = (Self.vaccination("tbe", "2021-03-09"), Self.vaccination("tbe", "2021-03-09", note: "n"))
        func plan(_ twin: ArchivedTwins.Twin) -> ArchiveImportPlan {
            let twins = ArchivedTwins(twins: [nil, twin], doses: [other.content, other.content])
            return ArchiveImportPlan(
                incoming: [Self.pass([one, other])], existing: [], twins: { _, _, _ in twins })
        }
        let once = plan(.repeats(0))
        #expect(once.newCount == 1 && once.passes.first?.rows.last?.state == .repeated(first: .vaccination(one)))
        #expect(applying(once.changes(), to: []).first?.vaccinations.map(\.note) == ["n"])
        let asked = plan(.perhapsRepeats(0))
        #expect(asked.newCount == 2 && asked.changes().count == 3)
        #expect(asked.changes(choice: { _, row in row == 1 ? .keepExisting : nil }).count == 2)
    }

    @Test("each existing entry answers for one incoming entry only")
    func oneToOne() {
        let dose = Self.vaccination("tbe", "2021")
        let plan = ArchiveImportPlan(incoming: [Self.pass([dose, dose])], existing: [Self.pass(id: "a", [dose])])
        #expect(plan.alreadyThereCount == 1 && plan.newCount == 1)
    }

    @Test("an exact match is found before a match of the day")
    func exactFirst() {
        let first = Self.vaccination("tbe", "2021", id: "1", note: "one")
        let second = Self.vaccination("tbe", "2021", id: "2", note: "two")
        var incoming = [second, first]
        for index in incoming.indices { incoming[index].id = nil }
        let plan = ArchiveImportPlan(incoming: [Self.pass(incoming)], existing: [Self.pass(id: "a", [first, second])])
        #expect(plan.alreadyThereCount == 2 && plan.conflictCount == 0)
    }

    @Test("certificates are the same by their text, or as the caller says")
    func certificates() {
        let existing = [Self.pass(id: "a", certificates: [ArchivedCertificate(id: "1", text: "HC1:A")])]
        let incoming = [Self.pass(certificates: [ArchivedCertificate(text: "hc1:a")])]
        #expect(ArchiveImportPlan(incoming: incoming, existing: existing).newCount == 1)
        let plan = ArchiveImportPlan(
            incoming: incoming, existing: existing, identity: { $0.text.uppercased() })
        #expect(plan.newCount == 0 && plan.alreadyThereCount == 1)
    }

    @Test("large histories compare quickly", .timeLimit(.minutes(1)))
    func large() {
        let doses = (0..<5000).map { Self.vaccination("t\($0)", "2021", note: "n") }
        let plan = ArchiveImportPlan(incoming: [Self.pass(doses)], existing: [Self.pass(id: "a", doses.reversed())])
        #expect(plan.alreadyThereCount == 5000)
    }
}

@Suite("Files of other systems take nothing away", .timeLimit(.minutes(3)))
struct ForeignImportTests {
    @Test("what a file says nothing of is no conflict, and stays")
    func silence() throws {
        let mine = ArchivedVaccination(
            id: "v",
            Vaccination(
                target: "tbe", vaccine: "encepur-erwachsene", date: PartialDate(ofRecord: "2021-03-09") ?? .fallback,
                batch: "A1", note: "left arm", doseNumber: 2))
        let existing = ArchivedPass(
            id: "a", Pass(kind: "person", name: "Erika", birthDate: PartialDate(ofRecord: "1990"), sex: .female),
            vaccinations: [mine])
        var theirs = ArchivedVaccination(Vaccination(target: "tbe", date: mine.date))
        var incoming = ArchivedPass(Pass(kind: "person", name: "Erika"), vaccinations: [theirs])
        let twins: ArchivedTwins.Finding = { incoming, _, _ in
            ArchivedTwins(twins: [.perhaps(0)], doses: incoming.map(\.content))
        }
        let same = ArchiveImportPlan(incoming: [incoming], existing: [existing], twins: twins)
        #expect(same.alreadyThereCount == 1 && same.passes.first?.differingFields == [])
        theirs.batch = "B2"
        incoming.vaccinations = [theirs]
        incoming.name = "ERIKA"
        let plan = ArchiveImportPlan(incoming: [incoming], existing: [existing], twins: twins)
        #expect(plan.conflictCount == 1 && plan.passes.first?.differingFields == ["name"])
        let changes = plan.changes(choice: { _, _ in .takeIncoming }, takesHolder: { _ in true })
        guard case .updatePass(let holder, _) = changes.first,
            case .replace(.vaccination(let taken), _, _) = changes.last
        else {
            Issue.record("not a holder and a vaccination")
            return
        }
        #expect(holder.name == "ERIKA" && holder.birthDate == existing.birthDate && holder.sex == .female)
        #expect(taken.batch == "B2" && taken.note == "left arm" && taken.vaccine == mine.vaccine)
    }

    @Test("a pass goes where it is sent, or nowhere")
    func destinations() {
        let existing = [("a", "Erika"), ("b", "Max")].map { ArchivedPass(id: $0.0, Pass(kind: "person", name: $0.1)) }
        func plan(_ destination: ArchiveImportPlan.Destination) -> ArchiveImportPlan.Pass? {
            ArchiveImportPlan(
                incoming: [ArchivedPass(Pass(kind: "person", name: "Erika"))], existing: existing,
                destinations: [destination]
            ).passes.first
        }
        #expect(plan(.automatic)?.existing?.id == "a")
        #expect(plan(.existing("b"))?.existing?.id == "b")
        #expect(plan(.new)?.isNew == true)
        #expect(plan(.nowhere)?.isSkipped == true && plan(.nowhere)?.isNew == false)
    }
}
