import Answers
import CivilDates
import Model
import Vault
import Web

/// Who is due, in one line: the start page's first.
struct FamilyHeadline {
    /// With more names than this, two and how many more.
    private static let most = 3

    /// In their order on the page.
    let cards: [FamilyCard]
    /// Whether they are all that there are.
    let isWhole: Bool

    /// Nil where nothing can be said of all: some aren't looked at, or nobody is to be reminded of what they need.
    func text(_ words: Localizer) -> String? {
        let shown = cards.filter { $0.state != .paused }
        if let due = names(shown.filter(\.isDue), words) { return words(.`family.now`, ["names": due]) }
        let questions = shown.reduce(0) { $0 + $1.member.answer.summary.questions }
        if questions > 0 { return words(.`answer.questions`, count: questions) }
        if let asking = names(shown.filter(\.isToAsk), words) { return words(.`family.ask`, ["names": asking]) }
        if let empty = names(shown.filter { $0.state == .empty }, words) {
            return words(.`family.enter`, ["names": empty])
        }
        guard isWhole, cards.allSatisfy(\.isWell) else { return nil }
        let next = cards.compactMap(\.member.answer.summary.nextDay).min()
        return next.map { words(.`family.good`, ["date": words.date($0.description)]) } ?? words[.`family.good.nothing`]
    }

    /// Nil where there are none.
    private func names(_ cards: [FamilyCard], _ words: Localizer) -> String? {
        let names = cards.map { $0.page.name(of: $0.pass, words) }
        if names.count > Self.most { return words.some(Array(names.prefix(2)), of: names.count) }
        return names.isEmpty ? nil : words.list(names)
    }
}

extension Localizer {
    /// Some names, and how many more there are: 'Emil, Lina and 2 more'.
    func some(_ names: [String], of all: Int) -> String {
        let told = enumeration(names)
        return names.count < all ? self(.`family.and-more`, count: all - names.count, ["names": told]) : told
    }
}
