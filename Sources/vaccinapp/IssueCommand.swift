import ArgumentParser
import BoundedJSON
import CBORCoding
import Foundation
import HealthCertificate

/// `vaccinapp issue`: signs a certificate, with a key that is made when there is none.
struct IssueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Sign a certificate, for tests, demonstrations, and practices that issue their own.",
        discussion: """
            Prints the certificate's text ("HC1:…"). What it says comes from the options below, or whole from a JSON \
            file in the EU's schema (--payload).

            The key and its signer certificate are the two files named by --key and --certificate. Where neither \
            exists yet, both are made: the key readable by its owner only, the certificate (PEM) to be handed to those \
            who verify, for example with 'vaccinapp decode --signer FILE' or 'vaccinapp trust import FILE'.

            Example:
              vaccinapp issue --key key.pem --certificate signer.pem --family-name Müller --given-name Änne \\
                --birth-date 1964-08-12 --target 14189004 --product EU/1/06/336 --dose 1 --total 2 --date 2026-05-04
            """
    )

    @OptionGroup(title: "Issuer") var issuer: IssuerOptions

    @Option(help: "What the certificate says, as JSON in the EU's schema; - for standard input.")
    var payload: String?

    @Option(help: "The kind of statement.") var kind = HealthClaims.Kind.vaccination

    @OptionGroup(title: "Holder") var holder: HolderOptions
    @OptionGroup(title: "Every kind") var statement: StatementOptions
    @OptionGroup(title: "A vaccination") var vaccination: VaccinationOptions
    @OptionGroup(title: "A test") var test: TestOptions
    @OptionGroup(title: "A recovery") var recovery: RecoveryOptions

    @Option(help: "From when it holds; without it, now.", transform: MomentArgument.parse)
    var issuedAt: Date?

    @Option(help: "Until when it holds; without it, --valid-days later.", transform: MomentArgument.parse)
    var expiresAt: Date?

    @Option(help: "For how many days it holds.") var validDays = 365

    @Flag(help: "Sign also what departs from the schema; otherwise that is refused.") var force = false

    func validate() throws {
        if payload == nil, holder.familyName == nil, holder.givenName == nil {
            throw ValidationError("name the holder (--family-name, --given-name), or give a --payload")
        }
        guard (1...36_500).contains(validDays) else { throw ValidationError("--valid-days is from 1 to 36500") }
    }

    func run() throws {
        let issuedAt = issuedAt ?? Date()
        let expiresAt = expiresAt ?? issuedAt + Double(validDays) * 86_400
        let issuer = try issuer.issuer(at: issuedAt, until: expiresAt)
        let payload =
            try payload.map(Self.payload) ?? DCCPayload.encode(claims(country: issuer.certificate.subject.country))
        let departures = try DCCPayload(payload).departures
        for departure in departures { StandardError.write("note: \(departure)") }
        guard force || !departures.contains(where: \.isFault) else {
            throw ValidationError("the statement departs from the schema as noted; --force signs it nevertheless")
        }
        print(try issuer.issue(payload: payload, issuedAt: issuedAt, expiresAt: expiresAt))
    }

    private static func payload(_ path: String) throws -> CBOR {
        do {
            return CBOR(try JSONValue(parsing: InputFile.read(path)))
        } catch let error as JSONError {
            throw ValidationError("the payload is no JSON: \(error)")
        }
    }

    private func claims(country: String?) -> HealthClaims {
        let common = statement.filled(country: country)
        let entry: HealthClaims.Entry =
            switch kind {
            case .vaccination: .vaccination(vaccination.entry(common))
            case .test: .test(test.entry(common))
            case .recovery: .recovery(recovery.entry(common))
            }
        return HealthClaims(holder: holder.holder, entries: [entry])
    }
}
