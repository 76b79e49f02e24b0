package import Foundation
import Intake
package import Vault
package import Web

/// What somebody began to enter into a pass and hasn't saved: by typing, and from photos.
package struct BegunEntries: Sendable {
    private let pass: PassRecord
    private let typed: KeptDraft?
    /// Those of photos, the last changed first.
    private let photos: [DraftRecord.Heading]

    package init(of pass: PassRecord, in records: Records, at time: Date) throws {
        self.pass = pass
        typed = try KeptDraft.find(of: pass, in: records, at: time)
        photos = try records.draftHeadings(at: time).filter { $0.source == .photo && $0.passID == pass.id }
    }

    /// When the first of it goes.
    package var expires: Date? { ([typed?.record.expires].compactMap(\.self) + photos.map(\.expires)).min() }

    /// A line each for what is typed and for photos, called by a pass's name.
    package func lines(_ name: String, _ words: Localizer) -> [BegunLine] {
        var lines: [BegunLine] = []
        if let typed {
            let text = words(
                .`vaccinations.typing.waiting`, count: typed.draft.filled.count,
                ["date": words.date(typed.record.expires)])
            lines.append(BegunLine(text: text, link: Links.vaccinationTable(pass.id), name: name))
        }
        if let last = photos.first, let first = photos.map(\.expires).min() {
            let text = words(.`scans.unconfirmed`, count: photos.count, ["date": words.date(first)])
            let link = photos.count == 1 ? Links.draft(last.id) : Links.newScan(pass.id)
            lines.append(BegunLine(text: text, link: link, name: name))
        }
        return lines
    }
}

/// That something was begun, and where to go on.
package struct BegunLine: TemplateModel {
    let text: String
    let link: String
    /// Whose it is.
    let name: String

    package static let fields: [TemplateField<Self>] = [
        .text("text") { $0.text }, .text("link") { $0.link }, .text("name") { $0.name },
    ]
}
