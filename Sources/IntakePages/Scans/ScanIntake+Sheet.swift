import BoundedJSON
import Foundation
import Intake
import Model
import Scanning
import Vault
import struct VaultStorage.VaultError
import Web

extension ScanIntake {
    /// Reads one page again, where somebody says that it is.
    ///
    /// - Parameter chosen: nil for a form that is to be found out.
    func read(
        _ bytes: [UInt8], _ page: ScannedSheet.Page, of sheet: inout ScannedSheet, at place: Int,
        as chosen: ScanTemplate?, _ request: ReaderRequest
    ) async throws -> (fault: ScanFault?, files: [SealedFile]) {
        let end = ContinuousClock.now + time / 2
        let picture = Picture(number: page.number, bytes: bytes)
        var request = request
        let form: ScanTemplate
        let expected = chosen.map { [TemplateGuess.Form($0)] } ?? []
        switch await look(at: picture, request, expected: expected, isAlone: true, until: end) {
        case .failure(let fault): return (fault, [])
        case .success(let look):
            guard let found = look.form else { return (ScanFault(look), []) }
            form = found.template
            if let corners = found.corners { request = ReaderRequest(corners: corners) }
        }
        switch await answer(picture, form.pages[place], request.corners, turn: request.turn, until: end) {
        case .failure(let fault): return (fault, [])
        case .success(let answer):
            guard answer.isFound else { return (.noPage, []) }
            var page = ScannedSheet.Page(source: page.source, number: page.number)
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
            let read = self.sheet(form, pages, answers)
            let broken = sheet.broken.filter { !$0.fields.contains { $0.page == place } } + read.broken
            sheet = ScannedSheet(template: read.template, pages: read.pages, broken: broken)
            return (nil, [flat].compactMap(\.self))
        }
    }

    /// Seals the flat page's picture, and notes what is known of the page.
    ///
    /// - Parameter seen: what was found wrong with the picture when its form was found out.
    func seal(
        _ answer: ReaderAnswer, _ seen: Set<ReaderAnswer.PictureFlaw>, into page: inout ScannedSheet.Page
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
    func sheet(
        _ form: ScanTemplate, _ pages: [ScannedSheet.Page], _ answers: [ReaderAnswer?]
    ) -> ScannedSheet {
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
            pages[place].fields = read.fields.mapValues { Cell($0) }
            pages[place].rows = read.rows.map { row in
                ScannedSheet.Row(
                    number: row.number, fields: row.fields.mapValues { Cell($0) },
                    isInked: inked.rows.contains(row.number))
            }
        }
        let broken = result.pages.flatMap(\.links).filter { $0.holds == false }.map { ScannedSheet.Link($0) }
        return ScannedSheet(template: form.json.compactText, pages: pages, broken: broken)
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
