import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Intake
import Model
import Vault
import struct VaultStorage.VaultError
import Web

/// Many doses at once, as a booklet has them: nothing that is typed is lost.
extension VaccinationsFeature {
    static func showTyping(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let (kept, record) = try await member.vault.read { records in
            (try KeptDraft.find(of: pass, in: records, at: member.now), try HealthRecord(pass, in: records))
        }
        let scheduled = ScheduledRows(record: record, release: member.release, today: member.today)
        var draft = kept?.draft ?? Draft()
        if let layout = member.query("layout").flatMap(Draft.Layout.init) {
            draft = draft.laidOut(as: layout) { member.day($0, of: pass) }
        }
        let isScheduled = member.query("rows") == "schedule"
        if isScheduled {
            draft = draft.laidOut(as: .table) { member.day($0, of: pass) }
            draft.add(scheduled.rows)
        }
        var page = TypingPage(member, pass, draft, kept: kept, beside: record)
        page.review.forgive()
        page.isScheduleOffered = !isScheduled && ScheduledRows.isOffered(for: pass, on: member.today)
        return member.keeping(member.page(page, about: pass))
    }

    /// Stores all rows, or none where anything has to be said of one of them.
    ///
    /// Whatever isn't stored is kept. `step=clear` stores what is clear; `more` adds empty rows, `details` fields to each,
    /// `visits` and `table` lay them out so; `language` only changes that; `found-N` only says what a row's text means.
    static func type(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws -> Response {
        let step = fields["step"] ?? ""
        var typing = Typing(member: member, pass: pass, draft: Draft(typed: fields).ticked, shown: fields["changed"])
        if step == "keep" { return try await typing.keepQuietly(fields) }
        if step == "discard" { return try await typing.discard(isSure: fields["sure"] == "yes") }
        if ["more", "details", "visits", "table"].contains(step) || fields.isShownAgain(in: member.words) {
            if let layout = Draft.Layout(rawValue: step) { typing.draft = typing.laidOut(typing.draft, as: layout) }
            if step == "more" { typing.draft.addRows() }
            return try await typing.showAgain { $0.review.forgive() }
        }
        if let found = fields.names.first(where: { $0.hasPrefix(Draft.found) }) {
            let number = Int(typed: found.dropFirst(Draft.found.count), in: 1...Draft.lastNumber)
            return try await typing.showAgain { $0.note(number) }
        }
        return try await typing.store(onlyClear: step == "clear")
    }
}

/// One look at what is typed.
struct Typing: Sendable {
    let member: SignedInRequest
    let pass: PassRecord
    var draft: Draft
    /// What the form says of the draft that it shows: nil where it doesn't know of drafts.
    let shown: String?

    /// What becomes of what was sent.
    private enum Outcome: Sendable {
        case stored(isThere: Bool)
        /// Something has to be said first.
        case open(KeptDraft?, HealthRecord)
        /// There is no room to keep anything.
        case full(HealthRecord)
        /// Another window has changed it meanwhile.
        case elsewhere(KeptDraft, HealthRecord)
    }

    /// What another window kept since the form was shown; nil where nothing was.
    private func other(in records: Records) throws -> KeptDraft? {
        guard let kept = try KeptDraft.find(of: pass, in: records, at: member.now), let shown, shown != kept.mark else {
            return nil
        }
        return kept.draft == draft.kept ? nil : kept
    }

    /// Keeps it, and shows it once more.
    func showAgain(_ change: (inout TypingPage) -> Void) async throws -> Response {
        let (outcome, batch) = try await write { records in
            .open(try keep(in: records), try HealthRecord(pass, in: records))
        }
        return answer(outcome, batch, change)
    }

    /// Stores what is clear, or all or nothing, and keeps the rest.
    func store(onlyClear: Bool) async throws -> Response {
        let (outcome, batch) = try await write { records in
            let doses = try records.vaccinations(of: pass.id)
            let review = pass.review(draft, beside: doses, member)
            let changes = review.changes
            guard review.isReady || onlyClear && !changes.isEmpty else {
                return .open(try keep(in: records), try HealthRecord(pass, in: records))
            }
            try records.store(changes, of: pass, from: .hand, member, beside: doses)
            let rest = Draft(review.waiting(in: draft.layout), layout: draft.layout, isDetailed: draft.isDetailed)
            try KeptDraft.keep(rest, of: pass, in: records, at: member.now)
            return .stored(isThere: changes.isEmpty)
        }
        return answer(outcome, batch, status: .unprocessableContent) { _ in }
    }

    /// Keeps it without a page: a second after the last time, and never over what another window has kept.
    func keepQuietly(_ fields: FormFields) async throws -> Response {
        guard fields.bytes <= Self.mostKept, draft.filled.count <= Draft.mostTyped else {
            return Response(status: .contentTooLarge)
        }
        if member.services.keepLimit.take(member.session.accountID.description) != nil {
            return Response(status: .tooManyRequests)
        }
        let (outcome, _) = try await write { records in
            .open(try keep(in: records), HealthRecord(pass: pass, vaccinations: []))
        }
        if case .full = outcome { return Response(status: .contentTooLarge) }
        guard case .open(let kept, _) = outcome else { return Response(status: .conflict) }
        return Response(status: .noContent, headers: [.eTag: "\"\(kept?.mark ?? "")\""])
    }

    /// The most bytes that are kept without a page.
    private static let mostKept = 64 << 10

    /// Asks once, then lets it go.
    func discard(isSure: Bool) async throws -> Response {
        guard isSure else {
            return try await showAgain { page in
                page.isDiscarding = true
                page.review.forgive()
            }
        }
        try await member.vault.write { records in
            _ = try KeptDraft.keep(Draft(), of: pass, in: records, at: member.now)
        }
        return member.done(.`done.draft-discarded`, at: Links.pass(pass.id))
    }

    /// A draft in a layout, with the same doses.
    func laidOut(_ draft: Draft, as layout: Draft.Layout) -> Draft {
        draft.laidOut(as: layout) { member.day($0, of: pass) }
    }

    private func keep(in records: Records) throws -> KeptDraft? {
        try KeptDraft.keep(draft, of: pass, in: records, at: member.now)
    }

    private func write(
        _ body: @Sendable @escaping (Records) throws -> Outcome
    ) async throws -> (result: Outcome, batch: Batch?) {
        do {
            return try await member.vault.write { [self] records in
                try records.apply(at: member.now) { records in
                    if let other = try other(in: records) {
                        return .elsewhere(other, try HealthRecord(pass, in: records))
                    }
                    return try body(records)
                }
            }
        } catch let error as VaultError where error.isOfQuota || [.tooManyDrafts, .vaultTooLarge].contains(error.code) {
            return (.full(try await member.record(of: pass)), nil)
        }
    }

    private func answer(
        _ outcome: Outcome, _ batch: Batch?, status: HTTPResponse.Status = .ok,
        _ change: (inout TypingPage) -> Void
    ) -> Response {
        switch outcome {
        case .stored(let isThere):
            let notice: Message = isThere ? .`done.vaccinations-there` : .`done.vaccinations-saved`
            return member.done(notice, at: Links.pass(pass.id), batch)
        case .open(let kept, let record):
            var page = TypingPage(member, pass, draft, kept: kept, beside: record)
            change(&page)
            return member.keeping(member.page(page, about: pass, status: status))
        case .full(let record):
            var page = TypingPage(member, pass, draft, kept: nil, beside: record)
            page.more.add("save", member.words.accountFull)
            return member.keeping(member.formAgain(page, about: pass))
        case .elsewhere(let kept, let record):
            var page = TypingPage(member, pass, merged(with: kept.draft), kept: kept, beside: record)
            page.isElsewhere = true
            return member.keeping(member.page(page, about: pass, status: .conflict))
        }
    }
}

extension SignedInRequest {
    /// A day as somebody typed it for a pass; nil where it can't be read.
    fileprivate func day(_ text: String, of pass: PassRecord) -> PartialDate? {
        try? dates.record.read(text, bornOn: pass.birthDate)
    }

    /// A page whose script sends us what is typed.
    fileprivate func keeping(_ response: Response) -> Response {
        var response = response
        SecurityHeaders(allowsConnections: true).apply(to: &response, client: visit.context.client)
        return response
    }
}

extension Draft {
    /// Rows after those that are there, with numbers of their own.
    mutating func add(_ rows: [Proposal]) {
        self = kept
        let last = proposals.last?.id ?? 0
        proposals += rows.enumerated().map { Proposal(id: last + 1 + $0, as: $1) }
    }

    /// Empty rows, as many as a table begins with, or an empty card.
    mutating func addRows() {
        guard layout == .table else {
            let card = Proposal(id: (proposals.last?.id ?? 0) + 1, cells: [Vaccination.date.name: Cell(typed: "")])
            return proposals.append(card)
        }
        self = padded(to: min(proposals.count + Self.firstRows, max(Self.mostTyped, proposals.count)))
    }
}

extension Typing {
    /// The rows of two windows, each with its own day: a row without one would take that of another's row.
    private func merged(with other: Draft) -> Draft {
        func dated(_ draft: Draft) -> [Proposal] {
            pass.review(draft, beside: [], member).rows.filter { row in
                !row.proposal.isEmpty && !(row.proposal.isDayOnly && row.questions.isEmpty)
            }.map { $0.dated(isMoved: true) }
        }
        let own = dated(draft)
        var both = Draft(own, isDetailed: draft.isDetailed || other.isDetailed)
        both.add(dated(other).filter { row in !own.contains { $0.says(row) } })
        return laidOut(both, as: draft.layout)
    }
}

extension Review {
    /// The rows that aren't stored yet, and whose day others have.
    fileprivate func waiting(in layout: Draft.Layout) -> [Proposal] {
        rows.filter { !$0.questions.isEmpty && !$0.proposal.isEmpty }.map { row in
            // The row above may be stored and gone.
            var proposal = row.dated()
            // What is left of a card is one of its own.
            if layout == .visits, proposal.cells[Vaccination.date.name] == nil {
                proposal.cells[Vaccination.date.name] = Cell(typed: "")
            }
            return proposal
        }
    }
}

extension Review.Row {
    /// The proposal with its day written in where it is that of a row above.
    ///
    /// - Parameter isMoved: Whether it comes below other rows, so that one without a day has to say so.
    fileprivate func dated(isMoved: Bool = false) -> Proposal {
        var proposal = proposal
        if let date, isDateAbove {
            proposal.cells[Vaccination.date.name] = Cell(typed: CheckedScan.written(date.description, .date))
        } else if isMoved, date == nil,
            proposal[Vaccination.date].isEmpty || DittoMark.isOne(proposal[Vaccination.date])
        {
            proposal.cells[Vaccination.date.name] = Cell(typed: Draft.openDay)
        }
        return proposal
    }
}

extension FormFields {
    /// About as many bytes as were sent.
    fileprivate var bytes: Int { names.reduce(0) { $0 + $1.utf8.count + (self[$1]?.utf8.count ?? 0) + 2 } }
}
