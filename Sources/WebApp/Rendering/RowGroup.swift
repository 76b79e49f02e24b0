/// Rows with what a template sets around them, which is there only where there is a row.
struct RowGroup<Row: TemplateModel>: TemplateModel {
    let rows: [Row]

    init?(_ rows: [Row]) {
        guard !rows.isEmpty else { return nil }
        self.rows = rows
    }

    static var fields: [TemplateField<Self>] { [.rows("rows") { $0.rows }] }
}
