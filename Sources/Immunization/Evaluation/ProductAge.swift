import CivilDates

extension IndexedVaccine {
    /// How near an upper end of a product's ages a dose may be and still be right: who waits for a birthday, and who
    /// has just had it, gets either strength.
    private static let grace = CalendarPeriod(months: 1)

    /// From when on a dose counts that was given below the product's age; the strength for adults counts in a child, too.
    func youngest(givenOn day: CalendarDate, bornOn birth: CalendarDate) -> CalendarDate? {
        guard entry.strength != .adult, let first = entry.ages?.from.map(birth.adding), day < first else { return nil }
        return first
    }

    /// Whether a child's strength was given to somebody who had outgrown it, on whichever day it can have been.
    func isOutgrown(givenOn first: CalendarDate, bornOn birth: CalendarDate) -> Bool {
        entry.strength == .child && entry.ages?.before.map { birth.adding($0).adding(Self.grace) <= first } ?? false
    }

    /// Whether the strength for adults was given to a child.
    func isForAdults(givenOn day: CalendarDate, bornOn birth: CalendarDate) -> Bool {
        entry.strength == .adult && entry.ages?.from.map { day.adding(Self.grace) < birth.adding($0) } ?? false
    }
}
