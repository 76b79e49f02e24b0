import CivilDates
package import Model

extension FieldList {
    /// A record that has every field: each text is its field's name, and nothing is as in an empty record.
    package static var full: Self {
        var record = empty
        for field in fields {
            let value: FieldValue? =
                switch field.kind {
                case .text: .text(field.name)
                case .date: PartialDate("1998-05").map(FieldValue.date)
                case .number(let range): .number(range.lowerBound)
                case .country: .text("DE")
                case .choice(let words): words.first.map(FieldValue.text)
                }
            field.set(value, in: &record)
        }
        return record
    }
}
