/// Rows with what a template sets around them, which is there only where there is a row.
package struct RowGroup<Row: TemplateModel>: TemplateModel {
    package let rows: [Row]

    package init?(_ rows: [Row]) {
        guard !rows.isEmpty else { return nil }
        self.rows = rows
    }

    package static var fields: [TemplateField<Self>] { [.rows("rows") { $0.rows }] }
}
