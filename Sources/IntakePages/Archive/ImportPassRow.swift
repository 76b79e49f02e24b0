import CivilDates
import Immunization
import Model
import PassArchive
import Vault
import Web

/// A pass of an import as its page shows it: where it goes, and what is new, there, or different.
struct ImportPassRow: TemplateModel {
    let page: ImportPreviewPage
    let index: Int
    let pass: ArchiveImportPlan.Pass
    /// Which of its entries are shown, in their order.
    let shown: ArraySlice<Int>

    init(page: ImportPreviewPage, index: Int, pass: ArchiveImportPlan.Pass, mostEntries: Int) {
        (self.page, self.index, self.pass) = (page, index, pass)
        shown = Self.order(pass.rows).prefix(mostEntries)
    }

    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.page.catalogue.emoji($0.pass.incoming.kind) }, .text("name") { $0.pass.incoming.name },
        .text("born") { row, words in
            row.pass.incoming.birthDate.map { words(.`passes.born`, ["date": words.date($0)]) }
        },
        .text("counts") { row, words in row.counts(words) },
        .one("pass") { row, words in row.page.pending.table == nil ? row.destinationControl(words) : nil },
        // A table's pass was chosen with its columns.
        .one("fixed") { row in
            row.page.pending.table.map { _ in
                NamedValue(name: ImportChoices.passField(row.index), value: row.destination)
            }
        },
        .text("shownName") { ImportChoices.shownField($0.index) }, .text("shownValue") { $0.destination },
        .one("holder") { row, words in row.holder(words) },
        .rows("rows") { row, words in row.entries(words) },
        .one("more") { HiddenCount($0.pass.rows.count - $0.shown.count) },
    ]

    /// Conflicts first, then what else may be decided about, what is new, and what is there.
    private static func order(_ rows: [ArchiveImportRow]) -> [Int] {
        let asked = rows.indices.filter { rows[$0].isAsked }
        let others = rows.indices.filter { !rows[$0].isAsked }
        return asked.filter { rows[$0].isConflict } + asked.filter { !rows[$0].isConflict }
            + others.filter { rows[$0].isNew } + others.filter { rows[$0].isAlreadyThere }
    }

    /// How many entries are new, there, and different.
    private func counts(_ words: Localizer) -> String {
        let numbers: [(Message, Int)] = [
            (.`archive.count.new`, pass.rows.count(where: \.isNew)),
            (.`archive.count.there`, pass.rows.count(where: \.isAlreadyThere)),
            (.`archive.count.conflict`, pass.rows.count(where: \.isConflict)),
        ]
        let counts = numbers.filter { $0.1 > 0 }.map { words($0.0, ["count": String($0.1)]) }
        return counts.isEmpty ? words[.`archive.count.none`] : counts.joined(separator: " · ")
    }

    private var destination: String {
        pass.isSkipped ? ImportChoices.skip : pass.existing?.id ?? ImportChoices.new
    }

    /// Each incoming pass lists the existing ones: where both are very many, a share of them.
    private static let mostOptions = 20_000

    private func destinationControl(_ words: Localizer) -> FormControl {
        let most = max(20, Self.mostOptions / page.preview.plan.passes.count)
        var existing = Array(page.preview.existing.lazy.filter { $0.kind == pass.incoming.kind }.prefix(most))
        if let match = pass.existing, !existing.contains(where: { $0.id == match.id }) { existing.append(match) }
        var options = existing.compactMap { existing in
            existing.id.map {
                FormControl.Option(value: $0, text: words(.`archive.into.pass`, ["name": existing.name]))
            }
        }
        options.append(.init(value: ImportChoices.new, text: words[.`archive.into.new`]))
        options.append(.init(value: ImportChoices.skip, text: words[.`archive.into.skip`]))
        let name = ImportChoices.passField(index)
        return FormView(values: [name: destination], errors: page.errors).choiceControl(name, options)
    }

    private func holder(_ words: Localizer) -> ImportHolder? {
        guard let existing = pass.existing, !pass.differingFields.isEmpty else { return nil }
        let lines = pass.differingFields.compactMap(Pass.field).map { field in
            ComparisonLine(
                name: words.label(field), current: words.value(field, of: existing.content) ?? "–",
                incoming: words.value(field, of: pass.incoming.content) ?? "–", differs: true)
        }
        return ImportHolder(
            lines: lines, name: ImportChoices.holderField(index), isTaken: page.choices.takesHolder(index))
    }

    private func entries(_ words: Localizer) -> [ImportEntryRow] {
        let texts = ImportEntryText(pass.incoming.kind, page.catalogue, words, page.preview.certificates)
        return shown.map { row in
            ImportEntryRow(
                row: pass.rows[row], texts: texts, name: ImportChoices.rowField(index, row),
                choice: page.choices.choice(index, row), doubt: doubt(pass.rows[row].entry),
                told: told(pass.rows[row].entry, words))
        }
    }

    /// What the words of a vaccination were taken for.
    private func told(_ entry: ArchiveImportRow.Entry, _ words: Localizer) -> String? {
        guard case .vaccination(let dose) = entry, let vaccine = dose.content.vaccine.flatMap(page.catalogue.vaccine),
            let text = CleanText.optional(page.questions.told(of: dose.content, pass: index))
        else { return nil }
        return page.catalogue.names(words)
            .settled(text, as: vaccine, of: pass.incoming.name, born: pass.incoming.birthDate, on: dose.date)
    }

    /// Given before the birth, or a vaccine for another species: likely to be of somebody else's.
    private func doubt(_ entry: ArchiveImportRow.Entry) -> Message? {
        guard case .vaccination(let vaccination) = entry else { return nil }
        let birth = pass.existing?.birthDate ?? pass.incoming.birthDate
        if let birth, vaccination.date.latest < birth.earliest { return .`archive.doubt.birth` }
        let species = vaccination.content.vaccine.flatMap(page.catalogue.vaccine)?.species
        return species == nil || species == pass.incoming.kind ? nil : .`archive.doubt.species`
    }
}

/// What the file says otherwise of a pass's holder.
struct ImportHolder: TemplateModel {
    let lines: [ComparisonLine]
    let name: String
    let isTaken: Bool

    static let fields: [TemplateField<Self>] = [
        .rows("lines") { $0.lines }, .text("name") { $0.name }, .flag("checked") { $0.isTaken },
    ]
}
