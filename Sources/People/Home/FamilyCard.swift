import Answers
import CivilDates
import Immunization
import IntakePages
import Model
import Papers
import Vault
import Web

/// A pass of the family: its one line, and its one number.
struct FamilyCard: TemplateModel {
    /// What the one line is of.
    enum State: Hashable {
        /// Nobody is reminded of it for a while.
        case paused
        /// Without a date of birth nothing can be asked for.
        case withoutBirthDate
        /// Nothing is entered.
        case empty
        /// A vaccination ran out, or soon does.
        case ending
        case standing(Answer.Standing)
    }

    /// A card's sign by its class, what presses most first.
    enum Sign: String, CaseIterable {
        case late
        case now = "soon"
        case ask, done, later
    }

    /// As many vaccinations or diseases as a line names.
    private static let most = 2

    let member: FamilyPage.Member
    let page: FamilyPage

    var pass: PassRecord { member.pass }
    private var answer: Answer { member.answer }
    private func words(_ words: Localizer) -> AnswerWords {
        AnswerWords(answer, of: member.record, page.release, words)
    }

    // MARK: Its state

    var state: State {
        if member.pausedUntil != nil { return .paused }
        if !answer.isBirthKnown { return .withoutBirthDate }
        if isEmpty { return .empty }
        return member.ending.isEmpty ? .standing(answer.standing) : .ending
    }

    private var isEmpty: Bool { member.record.vaccinations.isEmpty && member.record.facts.recordCompleteSince == nil }

    var sign: Sign {
        switch state {
        case .paused: .later
        case .withoutBirthDate: .ask
        case .ending: .late
        case .empty: answer.standing == .complete ? .later : Self.sign(of: answer.standing)
        case .standing(let standing): Self.sign(of: standing)
        }
    }

    private static func sign(of standing: Answer.Standing) -> Sign {
        switch standing {
        case .missing, .tooLate: .late
        case .now, .unlessGiven: .now
        case .questions, .ask: .ask
        case .contraindicated: .later
        case .complete: .done
        }
    }

    /// Whether something is to be done by now.
    var isDue: Bool { answer.summary.injectionsNow > 0 || !member.ending.isEmpty }

    /// Whether something is to be asked at a practice.
    var isToAsk: Bool { [.ask, .tooLate].contains(answer.standing) }

    /// Whether nothing is to be done, asked or entered, so far as anybody knows.
    var isWell: Bool {
        !isEmpty && member.ending.isEmpty && [.complete, .contraindicated].contains(answer.standing)
    }

    // MARK: What it says

    /// The line's first words.
    private func head(_ words: Localizer) -> String? {
        switch state {
        case .paused: nil
        case .ending: AnswerNumber(summary: answer.summary).now(words) ?? words.about(pass)(Answer.State.ask)
        case .withoutBirthDate: words[.`family.birthdate`]
        case .empty: words[.`family.empty`]
        case .standing(.missing): words[.`family.missing`]
        case .standing(.now): words(Answer.State.now)
        case .standing(.unlessGiven): words(Answer.State.nowUnlessGiven)
        case .standing(.tooLate): words(Answer.State.tooLate)
        case .standing(.questions): words(.`family.questions`, count: answer.summary.questions)
        case .standing(.ask): words.about(pass)(Answer.State.ask)
        case .standing(.contraindicated): words(Answer.State.contraindicated)
        case .standing(.complete):
            answer.summary.nextDay.map { words(.`family.until`, ["date": words.date($0.description)]) }
                ?? words[.`family.nothing`]
        }
    }

    /// What the line is of.
    private func names(_ words: Localizer) -> String? {
        switch state {
        case .standing(.missing): due(words, \.isMissing)
        case .standing(.now): due(words) { !$0.isUnlessGiven }
        case .standing(.unlessGiven): due(words, \.isUnlessGiven)
        case .standing(.tooLate): lines(words, .tooLate)
        case .standing(.ask): lines(words, .ask)
        case .standing(.contraindicated): lines(words, .contraindicated)
        case .standing(.questions): self.words(words).questions
        case .paused, .withoutBirthDate, .empty, .ending, .standing(.complete): nil
        }
    }

    /// Some of what is for now; with how many more there are it is the one number.
    private func due(_ words: Localizer, _ isNamed: (Answer.Due) -> Bool) -> String {
        let (all, own) = (answer.due, self.words(words))
        let names = all.filter(isNamed).prefix(Self.most).map { own.name($0.injection) }
        return words.some(names, of: all.count)
    }

    private func lines(_ words: Localizer, _ state: Answer.State) -> String {
        let (all, own) = (answer.lines.filter { $0.state == state }, self.words(words))
        return words.some(all.prefix(Self.most).map(own.name), of: all.count)
    }

    /// What can't wait, then what the number is of where the line doesn't say it.
    private func also(_ words: Localizer) -> [String] {
        answer.lines.compactMap(self.words(words).urgent).prefix(1) + counted(words)
    }

    private func counted(_ words: Localizer) -> [String] {
        let number = AnswerNumber(summary: answer.summary, asked: self.words(words).questions)
        switch state {
        case .empty: return [number.now(words)].compactMap(\.self) + number.more(words)
        case .ending: return number.more(words)
        case .standing(.missing), .standing(.now):
            return answer.summary.unlessGiven > 0 ? [words(.`answer.unless`, count: answer.summary.unlessGiven)] : []
        case .paused, .withoutBirthDate, .standing: return []
        }
    }

    /// What holds for the next trip, and for those that end at a border.
    private func trip(_ words: Localizer) -> String? {
        guard !isPaused else { return nil }
        let trips = answer.trips.filter { $0.trip.departure.map { $0 >= page.today } ?? false }
        let own = TripWords(answer, of: member.record, page.release, words)
        let told = trips.prefix(1) + trips.dropFirst().filter { $0.isRefused || $0.barred != nil }
        return told.isEmpty ? nil : told.map(own.sentence).joined(separator: " ")
    }

    private func age(_ words: Localizer) -> String? {
        guard let birth = pass.birthDate?.exact else { return pass.born(words) }
        return words.age(born: birth, on: page.today)
    }

    private var isPaused: Bool { state == .paused }

    private var paused: PausedLine? {
        guard page.allPausedUntil == nil else { return nil }
        return member.pausedUntil.map { PausedLine(until: $0, pass: pass, place: .home) }
    }

    /// Whether the card asks for something that can wait.
    private var reminds: Bool { !isPaused && (!isWell || !member.expiring.isEmpty) }

    /// What to do about it.
    private var action: (text: Message, link: String) {
        switch state {
        case .withoutBirthDate: (.`family.action.birthdate`, Links.editPass(pass.id))
        case .empty: (.`family.action.enter`, Links.vaccinationTable(pass.id))
        case .paused, .ending, .standing: (.`recommendations.title`, Links.recommendations(pass.id))
        }
    }

    static let fields: [TemplateField<Self>] =
        [
            .text("link") { Links.pass($0.pass.id) }, .text("sign") { $0.sign.rawValue },
            .text("name") { card, words in card.page.name(of: card.pass, words) }, .text("age") { $0.age($1) },
            .text("number") { $0.isPaused ? nil : String($0.answer.summary.injectionsNow) },
            .text("head") { $0.head($1) }, .text("names") { $0.names($1) },
            .rows("begun") { card, words in card.member.begun.lines(card.page.name(of: card.pass, words), words) },
            .lines("also") { $0.also($1) }, .text("trip") { $0.trip($1) },
            .text("trips") { Links.journeys($0.pass.id) },
            .one("ending") { card, words in
                let names = card.page.release.catalogue.names(words)
                return card.isPaused ? nil : EndingDoses(card.member.ending, of: card.pass, names: names)
            },
            .rows("expiring") { $0.isPaused ? [] : $0.member.expiring },
            .one("paused") { $0.paused },
            .text("pause") { $0.reminds ? Links.reminders(of: $0.pass.id) : nil },
            .text("action") { card, words in words[card.action.text] },
            .text("actionLink") { card in card.action.link },
            .text("code") { card in card.member.certificate.map { Links.certificate(card.pass.id, $0) } },
        ] + TemplateField.all { card, _ in card.page.face(of: card.pass) }
}
