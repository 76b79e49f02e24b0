/// Why a date that somebody wrote can't be read.
public enum DateReadingError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is nothing.
    case empty
    /// It is longer than any date.
    case tooLong
    /// It has no form that dates have.
    case malformed
    /// It has a word that is no month.
    case unknownWord
    /// The year lacks, or hasn't two or four digits.
    case noYear
    /// It can be read in two ways: `03.05` is a day without its year, or March 2005.
    case ambiguous
    /// There is no such month.
    case noSuchMonth
    /// The month has no such day.
    case noSuchDay
    /// The year is none that a record can hold, ``PartialDate/recordYears``.
    case yearOutOfRange
    /// It is wholly after today.
    case future
}
