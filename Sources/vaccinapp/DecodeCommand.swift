import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate

/// `vaccinapp decode`: what a certificate says, who signed it, and the verdict.
struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Read a certificate, verify it, and say what it holds.",
        discussion: """
            Reads the text of one certificate ("HC1:…", "shc:/…", a SMART Health Card's JSON Web Signature, a European \
            Vaccination Card) from FILE, or from standard input for "-"; a .smart-health-card file; or a picture (PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF) or a PDF with the codes of one or several, which are \
            printed one after the other, as JSON on a line each.

            Exit status: 0 the certificate is valid; 1 any other verdict; 2 it is malformed, and the output names \
            the layer that refused it. Of several the highest counts.
            """
    )

    @Argument(help: "The file with the certificate's text or code.")
    var file = "-"

    @OptionGroup var trust: TrustOptions

    @Option(help: "The moment to judge at, in ISO 8601; without it, now.", transform: MomentArgument.parse)
    var at: Date?

    @Flag(help: "Print JSON instead of lines.")
    var json = false

    func run() async throws {
        let store = try trust.store()
        let bytes = try InputFile.read(file)
        var reports: [(DecodeReport, status: Int32)] = []
        do {
            reports = try await DecodeInput.texts(in: bytes).map { decode($0, store) }
        } catch let error as HealthCertificateError {
            reports = [(DecodeReport(error), 2)]
        } catch let error as PictureRefusal {
            reports = [(DecodeReport(error), 2)]
        }
        print(reports.map { json ? $0.0.json : $0.0.lines }.joined(separator: json ? "\n" : "\n\n"))
        let status = reports.map(\.status).max() ?? 2
        if status != 0 { throw ExitCode(status) }
    }

    private func decode(_ text: String, _ store: TrustStore) -> (DecodeReport, status: Int32) {
        do {
            let certificate = try SignedCertificate(text: text)
            let judgement = store.judge(certificate, at: at ?? Date())
            return (DecodeReport(certificate, judgement), judgement.isValid ? 0 : 1)
        } catch {
            return (DecodeReport(error), 2)
        }
    }
}

/// A moment on the command line.
enum MomentArgument {
    @Sendable static func parse(_ text: String) throws -> Date {
        guard let date = Timestamp(text).date else {
            throw ValidationError("\"\(text)\" is no moment like 2026-01-31T12:00:00Z")
        }
        return date
    }
}
