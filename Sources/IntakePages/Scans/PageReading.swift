import BoundedJSON
import Foundation
import Intake
import Model
import Scanning
import Vault
import struct VaultStorage.VaultError

/// Reads the pages of a draft that wait, one after the other, each as the form that it looks like.
struct PageReading {
    private let intake: ScanIntake
    private let chosen: ScanTemplate?
    private let corners: ReaderRequest.Corners
    private let end: ContinuousClock.Instant
    private(set) var draft: Draft
    /// The pages that were read.
    private(set) var places: [(sheet: Int, page: Int)] = []
    /// The sheet that the next page may belong to, and what the reader said of its pages in this run.
    private var open: (sheet: Int, answers: [ReaderAnswer?])?

    /// - Parameters:
    ///   - chosen: what the pages are, unless they look like another form.
    ///   - corners: where each page is in its picture.
    ///   - end: no page is begun after it.
    init(
        _ intake: ScanIntake, _ draft: Draft, as chosen: ScanTemplate?, _ corners: ReaderRequest.Corners = .find,
        until end: ContinuousClock.Instant
    ) {
        (self.intake, self.draft, self.chosen, self.corners, self.end) = (intake, draft, chosen, corners, end)
        if let sheet = draft.openSheet {
            open = (sheet, [ReaderAnswer?](repeating: nil, count: draft.sheets[sheet].pages.count))
        }
    }

    /// Reads so many pages, or as many of them as there is time for, and one in any case.
    ///
    /// A page that can't be read says why, and the next ones are read all the same.
    ///
    /// - Parameters:
    ///   - files: where each page's picture is added, drawn flat and sealed.
    ///   - bytes: a file by its number.
    /// - Returns: Why none can be read at the moment.
    mutating func read(
        _ most: Int, _ files: inout [SealedFile], bytes: (Int) async throws -> [UInt8]
    ) async throws -> (index: Int, fault: ScanFault)? {
        for number in 0..<most {
            guard let sheet = draft.unreadSheet, number == 0 || ContinuousClock.now < end else { break }
            let page = draft.sheets[sheet].pages[0]
            let picture = ScanIntake.Picture(number: page.number, bytes: try await bytes(page.source))
            guard let fault = try await read(picture, sheet, &files) else { continue }
            let isLater = fault.isPassing || fault == .timedOut
            // Whoever asks for the next pages has it read first.
            if isLater, number > 0 { break }
            if fault.isPassing { return (page.source, fault) }
            refuse(sheet, fault)
            if fault == .timedOut { draft.sheets[sheet].template = chosen?.json.compactText }
        }
        return nil
    }

    private mutating func read(
        _ picture: ScanIntake.Picture, _ sheet: Int, _ files: inout [SealedFile]
    ) async throws -> ScanFault? {
        let request = ReaderRequest(corners: corners)
        let look: TemplateGuess.Look
        switch await intake.look(
            at: picture, request, expected: expected(sheet), isAlone: draft.pages.count == 1, until: end)
        {
        case .failure(let fault): return fault
        case .success(let seen): look = seen
        }
        guard let form = look.form else {
            refuse(sheet, ScanFault(look, isDocument: picture.isDocument), look.faults)
            return nil
        }
        switch await answer(picture, form) {
        case .failure(let fault): return fault
        case .success(let answer):
            try await take(answer, form, look.faults, sheet, &files)
            return nil
        }
    }

    /// The next page of the form that is open, or the first of the one that was chosen.
    private func expected(_ sheet: Int) -> [TemplateGuess.Form] {
        var expected = chosen.map { [TemplateGuess.Form($0)] } ?? []
        if let open, open.sheet == sheet - 1, draft.isLast(open.sheet), let form = draft.sheets[open.sheet].form {
            expected.insert(TemplateGuess.Form(form, part: open.answers.count), at: 0)
        }
        return expected
    }

    /// What the reader says; where no edge of the page is found, the picture is taken for it if anything is read then.
    private func answer(
        _ picture: ScanIntake.Picture, _ form: TemplateGuess.Form
    ) async -> Result<ReaderAnswer, ScanFault> {
        let corners = form.corners ?? corners
        let first = await intake.answer(picture, form.page, corners, until: end)
        guard case .success(let answer) = first, !answer.isFound, corners == .find else { return first }
        let whole = await intake.answer(picture, form.page, .whole, until: end)
        guard case .success(let second) = whole, intake.hasValues(second, form) else { return first }
        return whole
    }

    private mutating func take(
        _ answer: ReaderAnswer, _ form: TemplateGuess.Form, _ faults: Set<ReaderAnswer.PictureFlaw>, _ sheet: Int,
        _ files: inout [SealedFile]
    ) async throws {
        let waiting = draft.sheets[sheet].pages[0]
        var page = ScannedSheet.Page(source: waiting.source, number: waiting.number)
        var taken: ReaderAnswer? = answer
        if answer.isFound, answer.place != .given, !form.isLike, !intake.hasAnything(answer, form) {
            // Its corners are those of anything.
            (page.width, page.height) = (answer.width, answer.height)
            page.faults = answer.faults.map(\.rawValue).sorted()
            page.refusal = ScanFault.nothing.rawValue
            taken = nil
        } else {
            do {
                if let flat = try await intake.seal(answer, faults, into: &page) { files.append(flat) }
            } catch let error as VaultError where error.isOfQuota {
                page = ScannedSheet.Page(source: waiting.source, number: waiting.number)
                page.refusal = ScanFault.noRoom.rawValue
                taken = nil
            }
        }
        add(page, taken, form, sheet)
    }

    /// Puts a page in its place: into the sheet that is open, or into one of its own.
    private mutating func add(
        _ page: ScannedSheet.Page, _ answer: ReaderAnswer?, _ form: TemplateGuess.Form, _ sheet: Int
    ) {
        var (target, pages, answers) = (sheet, [ScannedSheet.Page](), [ReaderAnswer?]())
        var before: [ScannedSheet.Link] = []
        if form.part > 0, let open {
            (target, pages, answers) = (open.sheet, draft.sheets[open.sheet].pages, open.answers)
            if answers.contains(where: { $0 == nil }) { before = draft.sheets[target].broken }
            draft.sheets.remove(at: sheet)
        }
        pages.append(page)
        answers.append(answer)
        var read = intake.sheet(form.template, pages, answers)
        read.broken = before.filter { !read.broken.contains($0) } + read.broken
        read.pass = draft.sheets[target].pass
        draft.sheets[target] = read
        places.append((target, pages.count - 1))
        open = pages.count < form.template.pages.count ? (target, answers) : nil
    }

    /// Says of a page that waits why it can't be read.
    private mutating func refuse(
        _ sheet: Int, _ fault: ScanFault, _ faults: Set<ReaderAnswer.PictureFlaw> = []
    ) {
        draft.sheets[sheet].pages[0].unread = nil
        draft.sheets[sheet].pages[0].refusal = fault.rawValue
        draft.sheets[sheet].pages[0].faults = faults.map(\.rawValue).sorted()
        open = nil
    }
}

extension ScanIntake {
    /// Whether anything of a page was read so well that nobody has to type it.
    fileprivate func hasValues(_ answer: ReaderAnswer, _ form: TemplateGuess.Form) -> Bool {
        let others = [ReaderAnswer?](repeating: nil, count: form.part)
        let page = ScanResult(form.template, others + [answer], settings).pages[form.part]
        let fields = page.rows.flatMap(\.fields.values) + page.fields.values
        return fields.contains { $0.value != nil && $0.value != "false" && $0.band != .type }
    }

    /// Whether anything of a page was read, or letters are in its rows.
    fileprivate func hasAnything(_ answer: ReaderAnswer, _ form: TemplateGuess.Form) -> Bool {
        hasValues(answer, form) || !RowInk(form.page, answer).rows.isEmpty
    }
}

extension Draft {
    /// The first page that waits to be read: it is a sheet of its own.
    var unreadSheet: Int? { sheets.firstIndex { $0.isUnread } }

    /// Whether no page after a sheet was read, so that no row is of one whose number changes.
    fileprivate func isLast(_ sheet: Int) -> Bool { sheets[(sheet + 1)...].allSatisfy { $0.template == nil } }

    /// The sheet before the first page that waits, if its form has further pages.
    fileprivate var openSheet: Int? {
        guard let next = unreadSheet, next > 0, isLast(next - 1),
            let form = sheets[next - 1].form, sheets[next - 1].pages.count < form.pages.count
        else { return nil }
        return next - 1
    }

    /// Why nothing of it can be read, whatever is done, by the files; none where a page was read, waits, or can be placed.
    var faultsOfAll: [(index: Int, fault: ScanFault)] {
        var faults: [Int: ScanFault] = [:]
        for page in sheets.flatMap(\.pages) {
            guard let fault = page.refusal.flatMap(ScanFault.init(rawValue:)), !fault.isOfPage else { return [] }
            faults[page.source] = faults[page.source] ?? fault
        }
        return faults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension ScannedSheet {
    /// Whether its page waits to be read.
    var isUnread: Bool { pages.contains { $0.unread != nil } }
}
