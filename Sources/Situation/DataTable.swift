/// What the publisher calls a data set: it has a title, a DOI and a version, and one or several tables.
package struct DataSet: Sendable, Hashable {
    package let id: String
    package let title: String
    /// The name of its public repository.
    package let repository: String
    package let doi: String
    package let licence: String
    /// Who publishes it.
    package let publisher: String
}

/// A file of a data set: its columns with their types, and what makes a row the only one of its kind.
package struct DataTable: Sendable, Hashable {
    package let id: String
    package let dataSet: String
    /// Its name in the repository.
    package let file: String
    /// The byte between two fields.
    package let separator: UInt8
    package let columns: [Column]
    /// The columns in which no two rows are alike.
    package let key: [String]

    package struct Column: Sendable, Hashable {
        package let name: String
        package let type: ColumnType
        /// What it may hold; empty where anything of its type will do.
        package let values: Set<String>
        /// What says that there is nothing; empty where each row has to have something.
        package let missing: Set<String>
    }

    package enum ColumnType: String, Sendable, CaseIterable {
        case week, day, season, integer, number, text, district
    }
}

/// What is shown: which numbers of which table.
package struct Indicator: Sendable, Hashable {
    package let id: String
    package let names: [String: String]
    /// What the numbers say, and what they don't.
    package let notes: [String: String]
    package let units: [String: String]
    package let sources: [IndicatorSource]
    /// The diseases of the catalogue on whose vaccinations it bears.
    package let targets: [String]
    /// The last day of a series that has ended.
    package let ended: String?
    /// Among whom it matters most: ages in years, from and to.
    package let ages: [ClosedRange<Int>]
}

/// Where the numbers of an indicator are.
package struct IndicatorSource: Sendable, Hashable {
    package let table: String
    /// The column with the number; the one that is counted where ``counted`` names what.
    package let value: String
    package let period: String
    /// The column with the area's name or key; nil where all of it is about ``fixedArea``.
    package let area: String?
    package let fixedArea: String
    /// The column with the age; nil where it is about everybody.
    package let age: String?
    /// What other columns have to hold.
    package let filter: [String: String]
    /// The column whose different values are counted where the number is above 0.
    package let counted: String?

    /// How the data sets write 'of every age'.
    package static let everyAge = "00+"
}
