public import CivilDates

/// A vaccination that was given, as it is documented.
public struct AdministeredDose: Sendable, Hashable, Identifiable {
    /// The caller's name for it, unique within a patient; results refer to it.
    public var id: String
    /// The catalogue's id of the product, or of the kind if the brand isn't known.
    public var vaccine: String?
    /// What it was against, if not even the kind is known; ignored where ``vaccine`` is given.
    public var antigens: [String]
    /// When it was given, as far as that is known.
    public var date: PartialDate
    /// The last day on which it can have been given, where that is known though the day isn't; else that of ``date``.
    var notAfter: CalendarDate?
    /// The manufacturer's code, if rules tell products of one kind apart by it.
    public var manufacturer: String?
    /// Whether it is known to be worthless: expired, recalled, not kept cold.
    public var isSubstandard: Bool
    /// Whether less than a full dose was given.
    public var isReduced = false
    /// Until when it is said to be valid, as a pet passport has it: the last such day.
    public var validUntil: CalendarDate?

    /// The last day on which it can have been given.
    var latest: CalendarDate { min(date.latest, notAfter ?? .last) }

    /// A vaccination with a known product or kind.
    public init(
        id: String, vaccine: String, date: PartialDate, manufacturer: String? = nil, isSubstandard: Bool = false,
        validUntil: CalendarDate? = nil
    ) {
        (self.id, self.vaccine, self.antigens, self.date) = (id, vaccine, [], date)
        (self.manufacturer, self.isSubstandard, self.validUntil) = (manufacturer, isSubstandard, validUntil)
    }

    /// A vaccination of which only the antigens are known.
    public init(id: String, antigens: [String], date: PartialDate, validUntil: CalendarDate? = nil) {
        (self.id, self.vaccine, self.antigens, self.date) = (id, nil, antigens, date)
        (manufacturer, isSubstandard, self.validUntil) = (nil, false, validUntil)
    }
}
