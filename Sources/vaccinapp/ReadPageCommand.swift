import ArgumentParser
import BoundedJSON
import ByteCoding
import CivilDates
import Codes
import Foundation
import Immunization
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
            Several files are the pages of one document, in order; of a PDF all pages are read. Nothing is stored.

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
        let scanner = PageScanner(reader: CodeReader(limits: .ofCommand))
        let pictures = try files.map { file in
            try Self.orUnreadable(file) { try InputFile.read(file) }
        }
        let catalogue = try CatalogueStore.release(in: folder).catalogue
        let form = try await chosen(in: folder, catalogue, scanner, pictures[0])
        let template = form.template
        let answers = try await answers(form, scanner, pictures)
        let lexicon = VaccineLexicon(catalogue)
        let today = CalendarDate(
            clampingDayNumber: Int(Date().timeIntervalSince1970 / 86_400, clampedTo: 0...1_000_000))
        let result = ScanResult(template, answers, ScanSettings(today: today, lexicon: lexicon))
        print(json ? result.json.compactText : Self.lines(result))
        guard result.values.isEmpty else { return }
        let isFound = answers.contains { $0?.isFound ?? false }
        StandardError.write("vaccinapp: \(isFound ? "Nothing was read" : "No page was found") on \(files[0]).")
        throw ExitCode(1)
    }

    /// What the reader says of each of the template's pages that there is a picture of.
    private func answers(
        _ form: TemplateGuess.Form, _ scanner: PageScanner, _ pictures: [[UInt8]]
    ) async throws -> [ReaderAnswer?] {
        let isDocument = pictures.count == 1 && FileKind.ofReadable(pictures[0]) == .pdf
        var answers: [ReaderAnswer?] = []
        for (number, page) in form.template.pages.enumerated() where isDocument || number < pictures.count {
            let picture = isDocument ? 0 : number
            let answer = await scanner.answer(
                to: ReaderRequest(corners: form.corners ?? .find), for: page, number: isDocument ? number : 0,
                of: pictures[picture])
            switch answer {
            case .success(let answer): answers.append(answer)
            case .failure(.noSuchPage) where number > 0: answers.append(nil)
            case .failure(let refusal): throw Self.unreadable(files[picture], PictureRefusal(refusal).reason)
            }
        }
        return answers
    }

    private func chosen(
        in folder: URL, _ catalogue: Catalogue, _ scanner: PageScanner, _ picture: [UInt8]
    ) async throws -> TemplateGuess.Form {
        let known = try BuiltInTemplates(catalogue: folder)
        if let template, let known = known[template] { return TemplateGuess.Form(known) }
        if let template, template != TableLayout.id {
            return TemplateGuess.Form(
                try Self.orUnreadable(template) { try ScanTemplate(parsing: InputFile.read(template)) })
        }
        let guess = TemplateGuess(
            among: template == nil ? known.templates : [], headings: HeadingWords(catalogue, known), scanner: scanner)
        switch await guess.form(of: picture) {
        case .success((let form?, _)): return form
        case .success((nil, _)):
            StandardError.write(
                template == nil
                    ? "vaccinapp: No page that is known was found on \(files[0]); --template names one."
                    : "vaccinapp: No table with headings was found on \(files[0]).")
            throw ExitCode(1)
        case .failure(let refusal): throw Self.unreadable(files[0], PictureRefusal(refusal).reason)
        }
    }

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
    private static func lines(_ result: ScanResult) -> String {
        var lines: [String] = []
        for (number, page) in result.pages.enumerated() {
            let faults = page.faults.map(\.rawValue).sorted()
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
