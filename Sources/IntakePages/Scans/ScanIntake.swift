import BoundedJSON
import ByteCoding
import Codes
package import Fairness
package import Foundation
package import Intake
import Model
package import Scanning
package import Vault
import struct VaultStorage.VaultError
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
    /// The kind of pass that they are for; nil for none.
    let kind: String?
    /// Whose pictures they are.
    let who: Requester
    /// When the pictures go.
    let expires: Date
    /// How long all may take together.
    let time: Duration

    package init(
        vault: Vault, scanner: PageScanner, templates: [ScanTemplate], headings: HeadingWords, settings: ScanSettings,
        others: ScanSettings? = nil, kind: String? = nil, who: Requester, expires: Date, time: Duration
    ) {
        self.vault = vault
        self.scanner = scanner
        self.templates = templates
        self.headings = headings
        self.settings = settings
        self.others = others
        self.kind = kind
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
    struct Picture: Sendable {
        let number: Int
        let bytes: [UInt8]

        /// Whether all of it is the page.
        var isDocument: Bool { FileKind.ofReadable(bytes) == .pdf }
    }

    /// What came of reading files.
    package struct Taken: Sendable {
        package var scan = Draft()
        package var files: [SealedFile] = []
        /// Files of which nothing can be read, whatever is done.
        package var faults: [(index: Int, fault: ScanFault)] = []
    }

    /// Reads the first pages of files, each as the form that it looks like; the others wait.
    ///
    /// Where no page can be read, whatever is done, or none now, nothing waits.
    ///
    /// - Parameters:
    ///   - chosen: what they are, unless they look like another form.
    ///   - corners: where each page is in its picture.
    ///   - most: how many pages are taken; those after them are counted.
    package func read(
        _ files: [UploadedFile], as chosen: ScanTemplate?, corners: ReaderRequest.Corners = .find,
        most: Int = Draft.mostPages
    ) async throws -> Taken {
        var taken = Taken()
        let end = ContinuousClock.now + time
        do {
            try await list(files, as: chosen?.id ?? (templates.isEmpty ? TableLayout.id : ""), most, until: end, &taken)
            var reading = PageReading(self, taken.scan, as: chosen, corners, until: end)
            if taken.faults.isEmpty {
                let fault = try await reading.read(Draft.pagesAtOnce, &taken.files) { files[$0].bytes }
                taken.scan = reading.draft
                taken.faults = fault.map { [$0] } ?? taken.scan.faultsOfAll
            }
            for place in taken.scan.pages { taken.scan.takeRows(of: place.sheet, place.page, for: kind) }
        } catch let error as VaultError where error.isOfQuota {
            taken.faults = [(files.count, .noRoom)]
        } catch {
            await vault.discard(taken.files)
            throw error
        }
        if !taken.faults.isEmpty { await vault.discard(taken.files) }
        return taken
    }

    /// Seals files, and lists their pages.
    ///
    /// - Parameter form: the id of the form that each is to be read as; empty where that is to be found out.
    private func list(
        _ files: [UploadedFile], as form: String, _ most: Int, until end: ContinuousClock.Instant, _ taken: inout Taken
    ) async throws {
        for (source, file) in files.enumerated() {
            var count = 1
            var refusal: ScanFault?
            switch await pages(of: file.bytes, until: end) {
            case .success(let pages): count = pages
            case .failure(let fault) where fault.isPassing:
                taken.faults = [(source, fault)]
                return
            case .failure(let fault): refusal = fault
            }
            let sealed = try await vault.seal(file.bytes, expires: expires)
            taken.files.append(sealed)
            taken.scan.sources.append(
                ScannedSheet.Source(
                    name: CertificateFiles.shown(file.fileName), file: sealed.id.description, pages: count))
            for number in 0..<max(0, min(count, most - taken.scan.sheets.count)) {
                var page = ScannedSheet.Page(source: source, number: number)
                page.refusal = refusal?.rawValue
                page.unread = refusal == nil ? form : nil
                taken.scan.sheets.append(ScannedSheet(template: nil, pages: [page]))
            }
        }
    }

    private func pages(of bytes: [UInt8], until end: ContinuousClock.Instant) async -> Result<Int, ScanFault> {
        let pages = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) {
            await scanner.pages(of: bytes, as: who)
        }
        return pages?.mapError { ScanFault($0) } ?? .failure(.timedOut)
    }

    /// What a picture shows; where no form but the one that is expected is known, that.
    func look(
        at picture: Picture, _ request: ReaderRequest, expected: [TemplateGuess.Form], isAlone: Bool,
        until end: ContinuousClock.Instant
    ) async -> Result<TemplateGuess.Look, ScanFault> {
        if templates.isEmpty, let form = expected.first { return .success(TemplateGuess.Look(form)) }
        let guess = TemplateGuess(among: templates, headings: headings, scanner: scanner)
        let look = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) {
            await guess.look(
                at: picture.bytes, number: picture.number, request, expected: expected, isAlone: isAlone, as: who)
        }
        return look?.mapError { ScanFault($0) } ?? .failure(.timedOut)
    }

    /// What the reader says of a page of a form.
    func answer(
        _ picture: Picture, _ page: ScanPage, _ corners: ReaderRequest.Corners, turn: Int? = nil,
        until end: ContinuousClock.Instant
    ) async -> Result<ReaderAnswer, ScanFault> {
        let request = ReaderRequest(corners: corners, turn: turn, drawnWidth: Self.flatWidth)
        let answer = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) {
            await scanner.answer(to: request, for: page, number: picture.number, of: picture.bytes, as: who)
        }
        return answer?.mapError { ScanFault($0) } ?? .failure(.timedOut)
    }
}
