import BoundedJSON
import Codes
import Foundation
import HealthCertificate

/// Tells the names of everything that is found in a SMART Health Card test file.
struct SHCJudge {
    struct File {
        let name: String
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    enum Verdict {
        case skipped(String)
        /// The findings and verdicts by name, and whether the file is in order.
        case names([String], isValid: Bool)
    }

    let trust: TrustStore
    let moment: Date
    let reader: CodeReader

    /// The verdict on a file, or of the files that hold the codes of one card.
    func verdict(on files: [File]) async -> Verdict {
        guard let first = files.first else { return .skipped("no file") }
        if case .picture = SHCFile(name: first.name, bytes: first.bytes) { return await verdict(onPictures: files) }
        do {
            return try verdict(on: first, joined: files.map(\.text).joined(separator: "\n"))
        } catch let finding as SmartHealthCardDeparture {
            return .names([finding.code.rawValue], isValid: false)
        } catch {
            return .names(["\(error)"], isValid: false)
        }
    }

    /// What the codes in pictures of one card say; how a code is made up within, its reader doesn't tell.
    private func verdict(onPictures files: [File]) async -> Verdict {
        var texts: [String] = []
        for file in files {
            switch await reader.read(file.bytes) {
            case .success(let more): texts += more
            case .failure(.unavailable): return .skipped("a picture, and the code reader isn't built")
            case .failure(let refusal): return .names([refusal.rawValue], isValid: false)
            }
        }
        let text = texts.joined(separator: "\n")
        guard SmartHealthLink.isLink(text) else { return names(of: SmartHealthCardInspection(text: text)) }
        do {
            return names(of: try SmartHealthLink(text).findings)
        } catch {
            return names(of: [error])
        }
    }

    private func verdict(on file: File, joined: String) throws -> Verdict {
        switch SHCFile(name: file.name, bytes: file.bytes) {
        case .picture, .unknown: return .skipped("neither card, key set nor link")
        case .codes: return names(of: SmartHealthCardInspection(text: joined))
        case .jws: return names(of: SmartHealthCardInspection(text: file.text))
        case .cards(let name): return names(of: try SmartHealthCardFile(file.bytes, name: name))
        case .bundle: return names(of: SmartHealthCardInspection(bundle: file.bytes))
        case .payload: return names(of: SmartHealthCardInspection(payload: file.bytes))
        case .keySet:
            let keys = try HealthCardIssuer.keys(inSet: file.bytes, issuer: nil, at: moment)
            return names(of: keys.flatMap(\.findings))
        case .directory:
            let directory = try HealthCardDirectory(parsing: file.bytes, at: moment)
            return names(of: directory.issuers.flatMap(\.keys).flatMap(\.findings))
        case .link: return names(of: try SmartHealthLink(file.text).findings)
        case .linkPayload: return names(of: try SmartHealthLink(payload: file.bytes).findings)
        case .linkManifest:
            let isEntry = file.text.hasPrefix("{\"contentType\"")
            let manifest = isEntry ? "{\"files\":[\(file.text)]}" : file.text
            _ = try SmartHealthLinkManifest(parsing: manifest.utf8)
            return .names([], isValid: true)
        case .linkExample: return try names(ofExample: file.bytes)
        }
    }

    private func names(of findings: [SmartHealthCardDeparture]) -> Verdict {
        .names(distinct(findings.map(\.code.rawValue)), isValid: !findings.contains { $0.severity == .fatal })
    }

    /// Findings, and what clock and signature say; a card with nothing that we show is in order all the same.
    private func names(of inspection: SmartHealthCardInspection) -> Verdict {
        var names = inspection.findings.map(\.code.rawValue)
        if let card = inspection.card {
            let judgement = trust.judge(card.certificate, at: moment)
            let faults = judgement.faults.filter { $0 != .invalidContent || !card.certificate.claims.entries.isEmpty }
            if let finding = card.signerFinding(in: trust) { names.insert(finding.code.rawValue, at: 0) }
            names = faults.filter { $0 != .unknownIssuer }.map(\.rawValue) + names
            return .names(distinct(names), isValid: faults.isEmpty)
        }
        if let start = inspection.notBefore, moment < start {
            names.insert(HealthCertificate.Verdict.notYetValid.rawValue, at: 0)
        }
        if let end = inspection.expiresAt, moment >= end {
            names.insert(HealthCertificate.Verdict.expired.rawValue, at: 0)
        }
        let isFatal = inspection.findings.contains { $0.severity == .fatal }
        let isInForce =
            !names.contains(HealthCertificate.Verdict.notYetValid.rawValue)
            && !names.contains(HealthCertificate.Verdict.expired.rawValue)
        return .names(distinct(names), isValid: !isFatal && isInForce)
    }

    private func names(of file: SmartHealthCardFile) -> Verdict {
        var names = file.findings.map(\.code.rawValue)
        var isValid = true
        for card in file.cards {
            guard case .names(let more, let isCardValid) = self.names(of: card) else { continue }
            names += more
            isValid = isValid && isCardValid
        }
        return .names(distinct(names), isValid: isValid)
    }

    /// A link together with the files it leads to: each has to open with the link's key and hold cards.
    private func names(ofExample bytes: [UInt8]) throws -> Verdict {
        let json = try JSONValue(parsing: bytes)
        let link = try SmartHealthLink(json["link"]?.text ?? "")
        var names = link.findings.map(\.code.rawValue)
        for jwe in json["jweFiles"]?.elements?.compactMap(\.text) ?? [] {
            let opened = try SmartHealthLinkFile(jwe: jwe, key: link.key)
            for card in try SmartHealthCardFile(opened.content).cards where card.card == nil {
                names += card.findings.map(\.code.rawValue)
                return .names(distinct(names), isValid: false)
            }
        }
        return .names(distinct(names), isValid: true)
    }

    private func distinct(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }
}
