import BoundedJSON
import ByteCoding
import Codes
package import Fairness
package import Foundation
import Model
package import Scanning
package import Vault
import VaultStorage
package import Web

/// Takes uploaded files as the pages of forms, has them read, and seals their pictures.
package struct ScanIntake: Sendable {
    let vault: Vault
    let scanner: PageScanner
    /// Those among which a page's is guessed; where there are none, a page is a table of rows.
    let templates: [ScanTemplate]
    let headings: HeadingWords
    let settings: ScanSettings
    /// The same with the vaccines of all other species; nil where no pass says which those are.
    var others: ScanSettings?
    /// Whose pictures they are.
    let who: Requester
    /// When the pictures go.
    let expires: Date
    /// How long all may take together.
    let time: Duration

    package init(
        vault: Vault, scanner: PageScanner, templates: [ScanTemplate], headings: HeadingWords, settings: ScanSettings,
        others: ScanSettings? = nil, who: Requester, expires: Date, time: Duration
    ) {
        self.vault = vault
        self.scanner = scanner
        self.templates = templates
        self.headings = headings
        self.settings = settings
        self.others = others
        self.who = who
        self.expires = expires
        self.time = time
    }

    /// How wide a flat page is drawn, in pixels.
    static let flatWidth = 1_600

    /// What is wrong with files, by their places, before anything of them is read; nothing where all is well.
    package static func faults(_ files: [UploadedFile]) -> [(index: Int, fault: ScanFault)] {
        if files.isEmpty { return [(0, .none)] }
        return files.enumerated().compactMap { index, file in fault(file).map { (index, $0) } }
    }

    private static func fault(_ file: UploadedFile) -> ScanFault? {
        if let fault = file.fault(size: ScanFault.tooManyBytes, number: .tooMany) { return fault }
        if file.bytes.isEmpty { return .empty }
        if file.bytes.count > AttachmentLimits.fileBytes { return .tooManyBytes }
        return FileKind.ofReadable(file.bytes) == nil ? .noPicture : nil
    }

    /// A page of a file.
    private struct Picture {
        let source: Int
        let number: Int
        let bytes: [UInt8]
    }

    /// What came of reading files.
    package struct Taken: Sendable {
        package var scan = PendingScan(sources: [], sheets: [])
        package var files: [SealedFile] = []
        /// Files of which nothing can be read, whatever is done.
        package var faults: [(index: Int, fault: ScanFault)] = []
    }

    /// Reads files as pages of a form, or finds out of which each is; where a file has a fault, nothing of them waits.
    ///
    /// - Parameter corners: where each page is in its picture.
    package func read(
        _ files: [UploadedFile], as chosen: ScanTemplate?, corners: ReaderRequest.Corners = .find
    ) async throws -> Taken {
        var outcome = Taken()
        do {
            try await read(files, as: chosen, corners, into: &outcome)
            if outcome.faults.isEmpty, outcome.scan.pages.isEmpty { outcome.faults = [(0, .damaged)] }
        } catch let error as VaultError where error.isOfQuota {
            outcome.faults = [(files.count, .noRoom)]
        } catch {
            await vault.discard(outcome.files)
            throw error
        }
        if !outcome.faults.isEmpty { await vault.discard(outcome.files) }
        return outcome
    }

    private func read(
        _ files: [UploadedFile], as chosen: ScanTemplate?, _ corners: ReaderRequest.Corners, into outcome: inout Taken
    ) async throws {
        let end = ContinuousClock.now + time
        var open: (template: ScanTemplate, answers: [ReaderAnswer?], pages: [PendingScan.Page])?
        func close() {
            if let open { outcome.scan.sheets.append(sheet(open.template, open.pages, open.answers)) }
            open = nil
        }
        for (source, file) in files.enumerated() {
            let isDocument = FileKind.ofReadable(file.bytes) == .pdf
            var number = 0
            while outcome.scan.pages.count + (open?.pages.count ?? 0) < PendingScan.mostPages {
                let picture = Picture(source: source, number: number, bytes: file.bytes)
                var page = PendingScan.Page(source: source, number: number)
                var form: TemplateGuess.Form?
                var faults: Set<ReaderAnswer.PictureFlaw> = []
                switch await self.form(
                    of: picture, open?.template ?? chosen, ReaderRequest(corners: corners), until: end)
                {
                case .success(let found): (form, faults) = found
                case .failure(.damaged) where isDocument && number > 0:
                    form = nil
                    number = -1
                case .failure(let fault):
                    guard fault.isOfPage else {
                        outcome.faults.append((source, fault))
                        return
                    }
                    page.refusal = fault.rawValue
                    form = nil
                }
                if number < 0 { break }
                guard let form else {
                    close()
                    page.refusal = page.refusal ?? ScanFault.unknownForm.rawValue
                    page.faults = faults.map(\.rawValue).sorted()
                    outcome.scan.sheets.append(PendingScan.Sheet(template: nil, pages: [page]))
                    break
                }
                if open == nil { open = (form.template, [], []) }
                let part = form.template.pages[open?.pages.count ?? 0]
                let request = ReaderRequest(corners: form.corners ?? corners, drawnWidth: Self.flatWidth)
                switch await answer(picture, part, request, until: end) {
                case .success(let answer):
                    if let flat = try await seal(answer, faults, into: &page) { outcome.files.append(flat) }
                    open?.answers.append(answer)
                    open?.pages.append(page)
                case .failure(.damaged) where isDocument && number > 0:
                    number = -1
                case .failure(let fault) where fault.isOfPage:
                    page.refusal = fault.rawValue
                    open?.answers.append(nil)
                    open?.pages.append(page)
                case .failure(let fault):
                    outcome.faults.append((source, fault))
                    return
                }
                if open?.pages.isEmpty == true { open = nil }
                if let pages = open?.pages.count, pages == form.template.pages.count { close() }
                guard isDocument, number >= 0 else { break }
                number += 1
            }
        }
        close()
        for file in files {
            let sealed = try await vault.seal(file.bytes, expires: expires)
            outcome.files.append(sealed)
            outcome.scan.sources.append(
                PendingScan.Source(name: CertificateFiles.shown(file.fileName), file: sealed.id.description))
        }
    }

    /// Reads one page again, where somebody says that it is.
    ///
    /// - Parameter chosen: nil for a form that is to be found out.
    func read(
        _ bytes: [UInt8], _ page: PendingScan.Page, of sheet: inout PendingScan.Sheet, at place: Int,
        as chosen: ScanTemplate?, _ request: ReaderRequest
    ) async throws -> (fault: ScanFault?, files: [SealedFile]) {
        let end = ContinuousClock.now + time / 2
        let picture = Picture(source: page.source, number: page.number, bytes: bytes)
        var request = request
        let form: ScanTemplate
        switch await self.form(of: picture, chosen, request, until: end) {
        case .failure(let fault): return (fault, [])
        case .success((nil, _)): return (.unknownForm, [])
        case .success((let found?, _)):
            form = found.template
            if let corners = found.corners { request = ReaderRequest(corners: corners) }
        }
        request.drawnWidth = Self.flatWidth
        switch await answer(picture, form.pages[place], request, until: end) {
        case .failure(let fault): return (fault, [])
        case .success(let answer):
            guard answer.isFound else { return (.noPage, []) }
            var page = PendingScan.Page(source: page.source, number: page.number)
            let flat: SealedFile?
            do {
                flat = try await seal(answer, [], into: &page)
            } catch let error as VaultError where error.isOfQuota {
                return (.noRoom, [])
            }
            var answers = [ReaderAnswer?](repeating: nil, count: form.pages.count)
            answers[place] = answer
            var pages = sheet.pages
            pages[place] = page
            var read = self.sheet(form, pages, answers)
            // Rows of a form are where they were, whatever was read of them; those of a table may be others.
            if form.id != TableLayout.id, form.id == sheet.form?.id {
                read.pages[place].takeTyped(from: sheet.pages[place])
            }
            let broken = sheet.broken.filter { !$0.fields.contains { $0.page == place } } + read.broken
            sheet = PendingScan.Sheet(template: read.template, pages: read.pages, broken: broken)
            return (nil, [flat].compactMap(\.self))
        }
    }

    /// The form that a picture is of: the one that is known, or the one that it looks like; none where that isn't known.
    private func form(
        of picture: Picture, _ known: ScanTemplate?, _ request: ReaderRequest, until end: ContinuousClock.Instant
    ) async -> Result<(form: TemplateGuess.Form?, faults: Set<ReaderAnswer.PictureFlaw>), ScanFault> {
        if let known { return .success((TemplateGuess.Form(known), [])) }
        let guess = TemplateGuess(among: templates, headings: headings, scanner: scanner)
        let found = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) {
            await guess.form(of: picture.bytes, number: picture.number, request, as: who)
        }
        return found?.mapError { ScanFault($0) } ?? .failure(.timedOut)
    }

    private func answer(
        _ picture: Picture, _ page: ScanPage, _ request: ReaderRequest, until end: ContinuousClock.Instant
    ) async -> Result<ReaderAnswer, ScanFault> {
        let answer = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) {
            await scanner.answer(to: request, for: page, number: picture.number, of: picture.bytes, as: who)
        }
        return answer?.mapError { ScanFault($0) } ?? .failure(.timedOut)
    }

    /// Seals the flat page's picture, and notes what is known of the page.
    ///
    /// - Parameter seen: what was found wrong with the picture when its form was found out.
    private func seal(
        _ answer: ReaderAnswer, _ seen: Set<ReaderAnswer.PictureFlaw>, into page: inout PendingScan.Page
    ) async throws -> SealedFile? {
        (page.width, page.height) = (answer.width, answer.height)
        page.place = answer.place.rawValue
        page.corners = answer.isFound ? answer.corners.flatMap { [$0.x, $0.y] } : []
        page.faults = answer.faults.union(seen.intersection([.several])).map(\.rawValue).sorted()
        page.refusal = answer.isFound ? nil : ScanFault.noPage.rawValue
        guard answer.isFound, let drawing = answer.drawing, !drawing.isEmpty,
            drawing.count <= AttachmentLimits.fileBytes
        else { return nil }
        let sealed = try await vault.seal(drawing, expires: expires)
        page.flat = sealed.id.description
        return sealed
    }

    /// A sheet with the values of its pages; pages without an answer stay as they are.
    private func sheet(
        _ form: ScanTemplate, _ pages: [PendingScan.Page], _ answers: [ReaderAnswer?]
    ) -> PendingScan.Sheet {
        let result = ScanResult(form, answers, settings)
        let foreign = others.map { ScanResult(form, answers, $0) }
        var pages = pages
        for place in pages.indices where place < answers.count {
            guard let answer = answers[place] else { continue }
            let read = result.pages[place]
            let inked = RowInk(form.pages[place], answer)
            pages[place].isOfOthers = foreign.map {
                $0.pages[place].explains(RowRoles(form.pages[place]).vaccine, betterThan: read)
            }
            pages[place].fields = read.fields.mapValues { PendingScan.Value($0) }
            pages[place].rows = read.rows.map { row in
                PendingScan.Row(
                    number: row.number, fields: row.fields.mapValues { PendingScan.Value($0) },
                    isInked: inked.rows.contains(row.number))
            }
        }
        let broken = result.pages.flatMap(\.links).filter { $0.holds == false }.map { PendingScan.Link($0) }
        return PendingScan.Sheet(template: Data(form.json.compactText.utf8), pages: pages, broken: broken)
    }
}

extension ScannedPage {
    /// Whether this reading of a page, with the vaccines of other species, names vaccines better than one with the pass's
    /// own, in twice as many rows as not or more.
    ///
    /// Of 52 published pages this calls none of the pass's own another's, and 6 of 7 of a dog or cat that are read for a
    /// person.
    fileprivate func explains(_ column: String?, betterThan own: ScannedPage) -> Bool {
        guard let column else { return false }
        let (known, found) = (own.read(column), read(column))
        let theirs = found.count { row, field in field.confidence > known[row]?.confidence ?? 0 }
        let ours = Set(known.keys).union(found.keys).count - theirs
        return theirs > 0 && theirs >= 2 * ours
    }

    /// What was read of a column so well that nobody has to type it, by row.
    private func read(_ column: String) -> [Int: ScanField] {
        Dictionary(
            rows.compactMap { row in row.fields[column].map { (row.number, $0) } }
                .filter { $0.1.value != nil && $0.1.band != .type }, uniquingKeysWith: { first, _ in first })
    }
}
