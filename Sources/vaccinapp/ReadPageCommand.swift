import ArgumentParser
import BoundedJSON
import ByteCoding
import CivilDates
import Codes
import Foundation
import Immunization
import Intake
import IntakePages
import Lists
import Scanning
import Web

/// `vaccinapp read-page`: what photographed pages of a form say, field by field.
struct ReadPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read-page",
        abstract: "Read photographed pages of a booklet, or of any form that a template tells of.",
        discussion: """
            Several files are one document, in order; of a PDF all pages are read, each as the form that it looks like, and 20 at most of all. Nothing is stored.

            Exit status: 0 something was read; 1 no page was found, or nothing on it; 2 a file or the template can't be read.
            """)

    @Argument(help: "Pictures (PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF), or one PDF.") var files: [String]
    @Option(
        help: ArgumentHelp(
            "The template: a file, the id of one that comes along, or table for any page with headings. Without it, the one that the page looks like.",
            valueName: "FILE|ID"))
    var template: String?
    @Flag(help: "Print JSON instead of lines.") var json = false

    func run() async throws {
        let folder = try CatalogueStore.shippedFolder(resources: "")
        let pictures = try files.map { file in
            try Self.orUnreadable(file) { try InputFile.read(file) }
        }
        let catalogue = try CatalogueStore.release(in: folder).catalogue
        let known = try BuiltInTemplates(catalogue: folder)
        let today = CalendarDate(
            clampingDayNumber: Int(Date().timeIntervalSince1970 / 86_400, clampedTo: 0...1_000_000))
        let scanner = PageScanner(reader: CodeReader(limits: .ofCommand))
        let guess = TemplateGuess(
            among: template == nil ? known.templates : [], headings: HeadingWords(catalogue, known), scanner: scanner)
        let document = try await ReadDocument(
            of: try await pages(pictures, scanner), as: try chosen(known), guess, scanner)
        if let (page, refusal) = document.refusal {
            throw Self.unreadable(files[page.file], PictureRefusal(refusal).reason)
        }
        let results = document.results(ScanSettings(today: today, lexicon: VaccineLexicon(catalogue)))
        if document.hasForms { print(json ? document.json(results).compactText : Self.lines(document, results)) }
        guard results.allSatisfy(\.values.isEmpty) else { return }
        StandardError.write("vaccinapp: \(reason(document)) on \(files[0])\(document.hasForms ? "." : hint)")
        throw ExitCode(1)
    }

    /// The pages of all files in their order, as many as are read; the others are named.
    private func pages(_ pictures: [[UInt8]], _ scanner: PageScanner) async throws -> [ReadDocument.Page] {
        var pages: [ReadDocument.Page] = []
        for (file, bytes) in pictures.enumerated() {
            switch await scanner.pages(of: bytes) {
            case .failure(let refusal): throw Self.unreadable(files[file], PictureRefusal(refusal).reason)
            case .success(let count):
                let taken = min(count, Draft.mostPages - pages.count)
                pages += (0..<taken).map { ReadDocument.Page(file: file, number: $0, bytes: bytes) }
                guard taken < count else { continue }
                StandardError.write(
                    "vaccinapp: Pages \(taken + 1) to \(count) of \(files[file]) aren't read: \(Draft.mostPages) are at most."
                )
            }
        }
        return pages
    }

    /// The template that was asked for; none for one that is to be found out, or a table.
    private func chosen(_ known: BuiltInTemplates) throws -> ScanTemplate? {
        guard let template, template != TableLayout.id else { return nil }
        if let known = known[template] { return known }
        return try Self.orUnreadable(template) { try ScanTemplate(parsing: InputFile.read(template)) }
    }

    private func reason(_ document: ReadDocument) -> String {
        if document.isFound { return "Nothing was read" }
        if document.hasForms { return "No page was found" }
        return template == nil ? "No page that is known was found" : "No table with headings was found"
    }

    private var hint: String { template == nil ? "; --template names one." : "." }

    /// The value, or exit status 2 with the file's name.
    private static func orUnreadable<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ScanTemplateError {
            throw unreadable(file, ScanTemplateSentence(error).text)
        } catch {
            throw unreadable(file, "\(error)")
        }
    }

    private static func unreadable(_ file: String, _ reason: String) -> ExitCode {
        StandardError.write("vaccinapp: \(file) can't be read: \(reason)")
        return ExitCode(2)
    }

    /// A line for each field, with how well it was read.
    private static func lines(_ document: ReadDocument, _ results: [ScanResult]) -> String {
        let pages = zip(document.sheets, results).flatMap { sheet, result in
            result.pages.enumerated().map { (page: $1, refusal: $0 < sheet.refusals.count ? sheet.refusals[$0] : nil) }
        }
        var lines: [String] = []
        for (number, read) in pages.enumerated() {
            let page = read.page
            let faults = [read.refusal].compactMap(\.self) + page.faults.map(\.rawValue).sorted()
            lines.append((["page \(number + 1)", page.place?.rawValue ?? "not read"] + faults).joined(separator: "  "))
            for row in page.rows { lines += row.fields.sorted { $0.key < $1.key }.map { line($0, row: row.number) } }
            lines += page.fields.sorted { $0.key < $1.key }.map { line($0, row: nil) }
            lines += page.links.filter { $0.holds == false }.map { verdict in
                "\(verdict.link.written): doesn't hold: \(verdict.link.regions.joined(separator: ", "))"
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ field: (key: String, value: ScanField), row: Int?) -> String {
        let place = row.map { "row \($0) \(field.key)" } ?? field.key
        let value = TerminalText.printable(field.value.value ?? field.value.text)
        return "  \(place): \(value)  (\(field.value.band.rawValue))"
    }
}
