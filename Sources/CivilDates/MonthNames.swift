/// The words of a language that people write in dates: its months, and what is written around them.
public struct MonthNames: Sendable {
    private let numbers: [String: Int]

    /// What may follow a day's number at once: `st`, `nd`, `rd`, `th`.
    let ordinalEndings: Set<String>

    /// Words without a meaning of their own: `of`, `im`.
    let fillers: Set<String>

    /// The words of a language; case doesn't matter, and a full stop after a short form may be left out.
    ///
    /// - Parameters:
    ///   - months: twelve lists, from January on: the name, its short forms, its other spellings.
    ///   - ordinalEndings: what may follow a day's number at once.
    ///   - fillers: words to be left out.
    public init(_ months: [[String]], ordinalEndings: [String] = [], fillers: [String] = []) {
        var numbers: [String: Int] = [:]
        for (index, names) in months.enumerated() {
            for name in names { numbers[name.lowercased()] = index + 1 }
        }
        self.numbers = numbers
        self.ordinalEndings = Set(ordinalEndings.map { $0.lowercased() })
        self.fillers = Set(fillers.map { $0.lowercased() })
    }

    /// The month of a name, 1 to 12, in small letters and without a full stop; nil for other words.
    func month(_ name: String) -> Int? { numbers[name] }

    /// The months in English.
    public static let english = MonthNames(
        [
            ["January", "Jan"], ["February", "Feb", "Febr"], ["March", "Mar"], ["April", "Apr"], ["May"],
            ["June", "Jun"], ["July", "Jul"], ["August", "Aug"], ["September", "Sep", "Sept"], ["October", "Oct"],
            ["November", "Nov"], ["December", "Dec"],
        ], ordinalEndings: ["st", "nd", "rd", "th"], fillers: ["of", "the", "in", "on"])

    /// The months in German, as they are written in Austria too.
    public static let german = MonthNames(
        [
            ["Januar", "Jan", "Jän", "Jänner", "Jaenner"], ["Februar", "Feb", "Febr", "Feber"],
            ["März", "Mär", "Mrz", "Maerz", "Marz"], ["April", "Apr"], ["Mai"], ["Juni", "Jun", "Juno"],
            ["Juli", "Jul", "Julei"], ["August", "Aug"], ["September", "Sep", "Sept"], ["Oktober", "Okt"],
            ["November", "Nov"], ["Dezember", "Dez"],
        ], fillers: ["am", "den", "der", "im"])
}
