import BoundedJSON
import Codes
import IntakePages
import Scanning
import Web

/// The pages of files as they were read, each as a page of its form.
struct ReadDocument {
    /// A page of a file, by their numbers from 0.
    struct Page {
        let file: Int
        let number: Int
        let bytes: [UInt8]
    }

    /// Pages of one form, or one page of none.
    struct Sheet {
        let template: ScanTemplate?
        /// What the reader says of each page.
        var answers: [ReaderAnswer?]
        /// Why nothing was read of each page.
        var refusals: [String?]

        var isOpen: Bool { template.map { answers.count < $0.pages.count } ?? false }
    }

    private(set) var sheets: [Sheet] = []
    /// The first page that couldn't be read.
    private(set) var refusal: (page: Page, reason: ReadRefusal)?

    /// - Parameter chosen: what each page is; nil for what it looks like.
    init(
        of pages: [Page], as chosen: ScanTemplate?, _ guess: TemplateGuess, _ scanner: PageScanner
    ) async throws {
        for page in pages {
            switch await form(of: page, chosen, guess) {
            case .failure(let refusal): refuse(page, refusal)
            case .success(nil): add(nil, nil, "no-table")
            case .success(let form?):
                let answer = await scanner.answer(
                    to: ReaderRequest(corners: form.corners ?? .find), for: form.page, number: page.number,
                    of: page.bytes)
                switch answer {
                case .failure(let refusal): refuse(page, refusal)
                case .success(let answer): add(form, answer, nil)
                }
            }
        }
        if sheets.contains(where: { $0.answers.contains { $0 != nil } || $0.refusals.contains("no-table") }) {
            refusal = nil
        }
    }

    private func form(
        of page: Page, _ chosen: ScanTemplate?, _ guess: TemplateGuess
    ) async -> Result<TemplateGuess.Form?, ReadRefusal> {
        var next: TemplateGuess.Form?
        if let last = sheets.last, last.isOpen, let template = last.template {
            next = TemplateGuess.Form(template, part: last.answers.count)
        }
        if let chosen { return .success(next ?? TemplateGuess.Form(chosen)) }
        return await guess.look(
            at: page.bytes, number: page.number, expected: next.map { [$0] } ?? [], isAlone: false
        ).map(\.form)
    }

    private mutating func refuse(_ page: Page, _ reason: ReadRefusal) {
        refusal = refusal ?? (page: page, reason: reason)
        add(nil, nil, reason.rawValue)
    }

    private mutating func add(_ form: TemplateGuess.Form?, _ answer: ReaderAnswer?, _ refusal: String?) {
        guard let form, form.part > 0 else {
            sheets.append(Sheet(template: form?.template, answers: [answer], refusals: [refusal]))
            return
        }
        sheets[sheets.count - 1].answers.append(answer)
        sheets[sheets.count - 1].refusals.append(refusal)
    }

    /// Whether any page is of a form that is known.
    var hasForms: Bool { sheets.contains { $0.template != nil } }

    /// Whether any page was found in its picture.
    var isFound: Bool { sheets.contains { $0.answers.contains { $0?.isFound ?? false } } }

    /// What was read, sheet by sheet.
    func results(_ settings: ScanSettings) -> [ScanResult] {
        sheets.map { sheet in sheet.template.map { ScanResult($0, sheet.answers, settings) } ?? ScanResult() }
    }

    /// What `vaccinapp read-page --json` prints: of more than one sheet each page names its form, and why it wasn't read.
    func json(_ results: [ScanResult]) -> JSONValue {
        guard results.count != 1 else { return results[0].json }
        let pages = zip(sheets, results).flatMap { sheet, result in
            (result.json["pages"]?.elements ?? []).enumerated().map { number, page in
                var members = page.members ?? JSONObject()
                members["template"] = JSONValue(sheet.template?.id) ?? .null
                members["refusal"] = sheet.refusals.indices.contains(number) ? JSONValue(sheet.refusals[number]) : nil
                return JSONValue.object(members)
            }
        }
        return ["template": JSONValue(sheets.lazy.compactMap { $0.template?.id }.first), "pages": .array(pages)]
    }
}
