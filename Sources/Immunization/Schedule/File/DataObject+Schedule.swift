import CivilDates

extension DataObject {
    /// A key's period, nil when it is missing; negative ones are a fault.
    mutating func period(_ key: String) throws(DataFault) -> CalendarPeriod? {
        guard let node = optional(key) else { return nil }
        guard let period = CalendarPeriod(try node.string()) else {
            throw node.fault(.malformedPeriod)
        }
        if period.isNegative { throw node.fault(.negativePeriod) }
        return period
    }

    mutating func requiredPeriod(_ key: String) throws(DataFault) -> CalendarPeriod {
        let node = try required(key)
        guard let period = try period(key) else { throw node.fault(.notPeriod) }
        return period
    }

    /// A key's day, nil when it is missing.
    mutating func date(_ key: String) throws(DataFault) -> CalendarDate? {
        guard let node = optional(key) else { return nil }
        guard let date = CalendarDate(try node.string()) else { throw node.fault(.notDay) }
        return date
    }

    /// The days on which a rule holds.
    mutating func window() throws(DataFault) -> DateWindow {
        let window = DateWindow(first: try date("validFrom"), last: try date("validTo"))
        if let first = window.first, let last = window.last, last < first { throw node.fault(.endsBeforeItBegins) }
        return window
    }

    /// A key's texts by language; empty when it is missing.
    mutating func texts(_ key: String) throws(DataFault) -> [String: String] {
        guard let node = optional(key) else { return [:] }
        var texts: [String: String] = [:]
        for (language, text) in try node.object().members { texts[language] = try text.string() }
        return texts
    }

    /// A key's texts by language, which have to be there.
    mutating func requiredTexts(_ key: String) throws(DataFault) -> [String: String] {
        let node = try required(key)
        let texts = try texts(key)
        guard !texts.isEmpty else { throw node.fault(.empty) }
        return texts
    }

    /// A key's day of the year, nil when it is missing.
    mutating func monthDay(_ key: String) throws(DataFault) -> MonthDay? {
        guard let node = optional(key) else { return nil }
        guard let day = MonthDay(try node.string()) else { throw node.fault(.notDayOfYear) }
        return day
    }

    mutating func choice<T: RawRepresentable & CaseIterable>(
        _ key: String, default fallback: T
    ) throws(DataFault) -> T where T.RawValue == String {
        try optionalChoice(key) ?? fallback
    }

    mutating func optionalChoice<T: RawRepresentable & CaseIterable>(
        _ key: String
    ) throws(DataFault) -> T? where T.RawValue == String {
        guard let node = optional(key) else { return nil }
        return try node.choice()
    }
}

extension DataNode {
    /// The address of a page, which browsers open: of no other kind, and with nothing in it that ends an address.
    func webAddress() throws(DataFault) -> String {
        let text = try string()
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }
        guard text.hasPrefix("https://"), text.utf8.count > 8, isPlain else {
            throw fault(.notAddress)
        }
        return text
    }

    /// One of a few words.
    func choice<T: RawRepresentable & CaseIterable>() throws(DataFault) -> T where T.RawValue == String {
        guard let choice = T(rawValue: try string()) else {
            throw fault(.notOneOf, ["names": T.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        return choice
    }
}
