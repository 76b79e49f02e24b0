public import CivilDates

/// The days on which a vaccine of one name held what protects against a target: what is in it may change.
public struct ContentDates: Sendable, Hashable {
    /// The first day.
    public let from: CalendarDate?
    /// The first day on which it doesn't any more.
    public let until: CalendarDate?

    /// Whether a day is between them.
    func contains(_ date: CalendarDate) -> Bool {
        (from.map { $0 <= date } ?? true) && (until.map { date < $0 } ?? true)
    }

    /// Reads a target: its id, or its id with the days.
    static func target(_ node: DataNode) throws(DataFault) -> (target: String, dates: ContentDates?) {
        if case .string = node.value { return (try node.string(), nil) }
        var object = try node.object()
        let target = try object.string("target")
        let dates = ContentDates(from: try object.date("from"), until: try object.date("until"))
        try object.finish()
        if let from = dates.from, let until = dates.until, until <= from { throw node.fault(.endsBeforeItBegins) }
        return (target, dates)
    }
}
