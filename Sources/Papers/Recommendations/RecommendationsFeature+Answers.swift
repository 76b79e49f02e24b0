import Answers
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault
import Web

extension RecommendationsFeature {
    /// Keeps what somebody answers to whether something was given, with its day; or forgets it.
    ///
    /// That a single vaccination was given is entered, not answered.
    static func keepAnswer(
        _ given: String, about target: String, of pass: PassRecord, _ member: SignedInRequest
    ) async throws -> Response {
        let record = try await member.record(of: pass)
        let answer = try record.answer(member.release, on: member.today)
        let (told, isKnown) = (Dossier.Told(rawValue: given), record.facts.told[target] != nil)
        // What was said before can be said otherwise, also where that is why it is asked no more.
        let isAsked = answer.asks(about: target) || isKnown && answer.line(of: target) != nil
        guard given.isEmpty ? isAsked || isKnown : isAsked && told != nil else {
            throw HTTPProblem(.unprocessableContent, .badForm)
        }
        if told == .yes, !answer.questions.contains(where: { $0.course == target }) {
            return member.redirect(to: Links.newVaccination(pass.id, against: target))
        }
        try await keep(told, about: target, of: pass, member)
        let flash = Flash(told == nil ? .`done.answer-forgotten` : .`done.answer-saved`)
        let path = flash.on(Links.recommendations(pass.id))
        return member.redirect(to: answer.line(of: target).map { "\(path)#\($0.id)" } ?? path)
    }

    /// One answer for each target, the newest.
    private static func keep(
        _ told: Dossier.Told?, about target: String, of pass: PassRecord, _ member: SignedInRequest
    ) async throws {
        let kind = PassFacts.Kind.told
        let fact = try told.map {
            try FactRecord(passID: pass.id, kind.fact("\(target)/\($0.rawValue)", from: member.today))
        }
        try await member.vault.write { records in
            let known = try records.facts(of: pass.id).filter { old in
                old.kind == kind.rawValue && PassFacts.told(old.value)?.antigen == target
            }
            for old in known { _ = try records.deleteFact(old.id) }
            if let fact { try records.insert(fact) }
        }
    }
}

extension Answer {
    /// Whether a question, or a line that is for now unless it was given, is answered by an antigen's name.
    fileprivate func asks(about target: String) -> Bool {
        questions.contains { $0.course == target }
            || lines.contains { $0.state == .nowUnlessGiven && $0.group.first == target }
    }
}
