import ArgumentParser
import Foundation
import HealthCertificate

/// `vaccinapp decode`: what a certificate says, who signed it, and the verdict.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Read a certificate, verify it, and say what it holds.",
        discussion: """
            Reads the text of one certificate ("HC1:…" or "shc:/…") from FILE, or from standard input for "-".

            Exit status: 0 the certificate is valid; 1 any other verdict; 2 it is malformed, and the output names \
            the layer that refused it.
            """
    )

    @Argument(help: "The file with the certificate's text.")
    var file = "-"

    @OptionGroup var trust: TrustOptions

    @Option(help: "The moment to judge at, in ISO 8601; without it, now.", transform: MomentArgument.parse)
    var at: Date?

    @Flag(help: "Print JSON instead of lines.")
    var json = false

    func run() throws {
        let store = try trust.store()
        let bytes = try InputFile.read(file)
        let report: DecodeReport
        let status: Int32
        do {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw HealthCertificateError(.prefix, .invalidText, "the text is not UTF-8")
            }
            let certificate = try SignedCertificate(text: text)
            let judgement = store.judge(certificate, at: at ?? Date())
            report = DecodeReport(certificate, judgement)
            status = judgement.isValid ? 0 : 1
        } catch let error as HealthCertificateError {
            report = DecodeReport(error)
            status = 2
        }
        print(json ? report.json : report.lines)
        if status != 0 { throw ExitCode(status) }
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
