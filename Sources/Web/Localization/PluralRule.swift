/// Which form of a phrase a count takes, after Unicode CLDR's language plural rules for whole numbers.
///
/// A language's message file names its rule, so that another language needs data, not code, as long as its rule is
/// one of these.
///
/// See https://cldr.unicode.org/index/cldr-spec/plural-rules
enum PluralRule: String, Sendable {
    /// One form for all counts: Japanese, Vietnamese.
    case other
    /// 1 is `one`, all others `other`: English, German, Italian, Dutch.
    case oneOther = "one-other"
    /// 0 and 1 are `one`, all others `other`: French, Portuguese.
    case zeroOneOther = "zero-one-other"
    /// `one`, `few` and `many`: Polish.
    case oneFewMany = "one-few-many"

    /// The categories that a phrase must give in this language.
    var categories: [String] {
        switch self {
        case .other: ["other"]
        case .oneOther, .zeroOneOther: ["one", "other"]
        case .oneFewMany: ["one", "few", "many"]
        }
    }

    func category(of count: Int) -> String {
        switch self {
        case .other: "other"
        case .oneOther: count == 1 ? "one" : "other"
        case .zeroOneOther: count == 0 || count == 1 ? "one" : "other"
        case .oneFewMany:
            if count == 1 {
                "one"
            } else if (2...4).contains(count % 10), !(12...14).contains(count % 100) {
                "few"
            } else {
                "many"
            }
        }
    }
}
