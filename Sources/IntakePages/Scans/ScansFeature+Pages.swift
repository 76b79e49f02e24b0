import ByteCoding
import Codes
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Intake
import Model
import NIOCore
package import Scanning
import Vault
import Web

/// The pages' pictures, and where the page is in each.
extension ScansFeature {
    static func showScannedPage(
        _ member: SignedInRequest, _ open: OpenScan, _ number: Int
    ) async throws -> Response {
        var place = try place(number, of: open)
        try await measure(&place, member)
        return try await placePage(member, place, CornerForm(template: place.template?.id), FormErrors(), .ok)
    }

    /// Takes a corner, or reads the page again as somebody says that it lies.
    static func changePage(
        _ member: SignedInRequest, _ fields: FormFields, _ open: OpenScan, _ number: Int
    ) async throws -> Response {
        var place = try place(number, of: open)
        try await measure(&place, member)
        var form = CornerForm(fields)
        let shown = member.query("width")
        form.add(fields, shownWidth: shown, of: place.page)
        var errors = FormErrors()
        let chosen = try await member.scanTemplates()[fields["template"] ?? ""]
        let wantsTable = place.isAlone && (fields["template"] ?? place.template?.id) == TableLayout.id
        let template = place.isAlone ? chosen ?? place.template : place.template
        if template == nil, !wantsTable { errors.add("template", member.words[.`scans.form.choose`]) }
        let request: ReaderRequest?
        switch form.wish(fields, place.page) {
        case .more: request = nil
        case .crossed:
            errors.add("corners", member.words[.`scans.corners.crossed`])
            form.points = []
            request = nil
        case .read(let wish): request = wish
        }
        guard let request, errors.isEmpty else {
            // Points that are given one after the other are no error.
            return try await placePage(member, place, form, errors, errors.status)
        }
        return try await read(member, place, wantsTable ? nil : template, request, form)
    }

    /// The flat page, drawn by us.
    ///
    /// With `of=picture`, or where the page isn't found, the picture as it came.
    static func showPagePicture(
        _ member: SignedInRequest, _ open: OpenScan, _ number: Int
    ) async throws -> Response {
        var place = try place(number, of: open)
        let wantsPicture = member.query("of") == "picture"
        if !wantsPicture, let flat = place.page.flat {
            return .png(try await ScanFiles(member, place.id).content(flat).found())
        }
        if let refusal = try await measure(&place, member) { throw Self.problem(refusal) }
        let hold = try await member.services.crops.enter(member.claimant)
        defer { withExtendedLifetime(hold) {} }
        let page = place.page
        guard page.width > 0, page.height > 0 else { throw HTTPProblem.undrawn }
        return try Self.picture(
            try await answer(
                place, .whole, aspect: Double(page.width) / Double(page.height), width: Self.shownWidth, member))
    }

    /// A field, cut from the flat page and drawn by us.
    static func showScannedField(
        _ member: SignedInRequest, _ open: OpenScan, _ field: String
    ) async throws -> Response {
        let scan = open.content
        let place = try CheckedScan(scan).place(of: field).found()
        let flat = try scan.sheets[place.sheet].pages[place.page].flat.found()
        let hold = try await member.services.crops.enter(member.claimant)
        defer { withExtendedLifetime(hold) {} }
        let bytes = try await ScanFiles(member, open.id).content(flat).found()
        let cut = try FieldCut(place.box, of: bytes).found()
        let page = try cut.page.found()
        let request = ReaderRequest(corners: .given(cut.corners), drawnWidth: FieldCut.width)
        return try Self.picture(
            await PageScanner(reader: member.services.reader).answer(
                to: request, for: page, of: bytes, as: member.claimant))
    }

    /// How wide a picture is drawn in which corners are shown.
    private static let shownWidth = 1_200

    /// A busy reader may draw a picture later; one that can't be drawn for another reason never can.
    private static func problem(_ refusal: ReadRefusal) -> HTTPProblem {
        refusal == .busy ? .busy(retryAfter: .seconds(10)) : .undrawn
    }

    private static func picture(_ answer: Result<ReaderAnswer, ReadRefusal>) throws(HTTPProblem) -> Response {
        switch answer {
        case .failure(let refusal): throw problem(refusal)
        case .success(let answer):
            guard let drawing = answer.drawing else { throw .undrawn }
            return .png(drawing)
        }
    }
}

/// A page of an open scan.
struct ScanPlace: Sendable {
    let pass: PassRecord
    let id: DraftID
    var scan: Draft
    /// From 1, through all pages.
    let number: Int
    let sheet: Int
    let index: Int

    var page: ScannedSheet.Page {
        get { scan.sheets[sheet].pages[index] }
        set { scan.sheets[sheet].pages[index] = newValue }
    }
    var template: ScanTemplate? { scan.sheets[sheet].form }
    /// Whether another form can be chosen for it.
    var isAlone: Bool { scan.sheets[sheet].pages.count == 1 }
}

extension ScansFeature {
    private static func place(_ number: Int, of open: OpenScan) throws(HTTPProblem) -> ScanPlace {
        let pages = open.content.pages
        let place = try pages.place(numbered: String(number)).found()
        let (sheet, index) = pages[place]
        return ScanPlace(pass: open.pass, id: open.id, scan: open.content, number: number, sheet: sheet, index: index)
    }

    /// Finds out how large the picture is, where that isn't known; why it can't be.
    @discardableResult
    private static func measure(_ place: inout ScanPlace, _ member: SignedInRequest) async throws -> ReadRefusal? {
        guard place.page.width == 0 else { return nil }
        switch try await answer(place, .whole, aspect: 1, width: nil, member) {
        case .failure(let refusal): return refusal
        case .success(let answer):
            (place.page.width, place.page.height) = (answer.width, answer.height)
            return nil
        }
    }

    /// What the reader says of a picture, of which nothing is read.
    private static func answer(
        _ place: ScanPlace, _ corners: ReaderRequest.Corners, aspect: Double, width: Int?, _ member: SignedInRequest
    ) async throws -> Result<ReaderAnswer, ReadRefusal> {
        let source = place.scan.sources[place.page.source]
        let bytes = try await ScanFiles(member, place.id).content(source.file).found()
        let page = try ScanPage.bare(aspect: aspect).found()
        let request = ReaderRequest(corners: corners, turn: 0, drawnWidth: width)
        return await PageScanner(reader: member.services.reader).answer(
            to: request, for: page, number: place.page.number, of: bytes, as: member.claimant)
    }

    private static func read(
        _ member: SignedInRequest, _ place: ScanPlace, _ template: ScanTemplate?, _ request: ReaderRequest,
        _ form: CornerForm
    ) async throws -> Response {
        try member.limit(member.services.importLimit)
        let source = place.scan.sources[place.page.source]
        let bytes = try await ScanFiles(member, place.id).content(source.file).found()
        var (scan, sheet) = (place.scan, place.scan.sheets[place.sheet])
        let holder = scan.holder(of: place.sheet, among: member.passes, place.pass)
        let (fault, files) = try await intake(member, holder, among: []).read(
            bytes, place.page, of: &sheet, at: place.index, as: template, request)
        if let fault {
            let errors = FormErrors("corners", member.words(fault))
            // They are tapped again.
            return try await placePage(
                member, place, CornerForm(template: form.template), errors,
                fault.isPassing ? .serviceUnavailable : .unprocessableContent)
        }
        // Rows of a form are where they were, whatever was read of them; those of a table may be others.
        let isSame = sheet.form.map { $0.id != TableLayout.id && $0.id == place.template?.id } ?? false
        let before = isSame ? scan.proposals : []
        sheet.pass = scan.sheets[place.sheet].pass
        scan.sheets[place.sheet] = sheet
        scan.takeRows(of: place.sheet, place.index, for: holder.kind, before: before)
        try await member.keep(scan, as: place.id, with: files)
        return member.redirect(to: Links.draft(place.id))
    }

    private static func placePage(
        _ member: SignedInRequest, _ place: ScanPlace, _ form: CornerForm, _ errors: FormErrors,
        _ status: HTTPResponse.Status
    ) async throws -> Response {
        let page = PlacePage(
            place: place, templates: try await member.scanTemplates().all, form: form, errors: errors)
        return member.page(page, about: place.pass, status: status)
    }
}

extension ScanPage {
    /// A page of which nothing is read.
    package static func bare(aspect: Double) -> ScanPage? {
        RegionBox(left: 0, top: 0, width: 1, height: 1).flatMap { box in
            try? ScanPage(aspect: min(max(aspect, 0.2), 5), regions: [ScanRegion(name: " ", type: .mark, box: box)])
        }
    }
}

/// A field's place in the flat page's picture.
struct FieldCut {
    /// How wide a field is drawn, in pixels.
    static let width = 600

    /// In pixels of the flat page.
    let corners: [PicturePoint]
    private let aspect: Double

    var page: ScanPage? { ScanPage.bare(aspect: aspect) }

    /// Nil for what isn't a PNG.
    init?(_ box: RegionBox, of png: [UInt8]) {
        guard png.count > 24, FileKind(png) == .png else { return nil }
        // The header's first chunk (PNG specification, 11.2.2): width and height.
        func number(_ place: Int) -> Double { png[place..<place + 4].reduce(0) { $0 * 256 + Double($1) } }
        let (width, height) = (number(16), number(20))
        guard (1...20_000).contains(width), (1...20_000).contains(height) else { return nil }
        // A little of what is around it, and no more than five times as wide as high.
        let margin = box.height * height * 0.08
        var (left, right) = (max(0, box.left * width - margin), min(width, box.right * width + margin))
        var (top, bottom) = (max(0, box.top * height - margin), min(height, box.bottom * height + margin))
        if right - left > 5 * (bottom - top) {
            let middle = (top + bottom) / 2
            let half = (right - left) / 10
            (top, bottom) = (max(0, middle - half), min(height, middle + half))
        }
        if bottom - top > 5 * (right - left) {
            let middle = (left + right) / 2
            let half = (bottom - top) / 10
            (left, right) = (max(0, middle - half), min(width, middle + half))
        }
        aspect = (right - left) / (bottom - top)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map { PicturePoint(x: $0.0, y: $0.1) }
    }
}
