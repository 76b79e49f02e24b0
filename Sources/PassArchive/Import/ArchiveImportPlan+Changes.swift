import Model

/// One thing to store.
package enum ArchiveImportChange: Sendable, Equatable {
    /// A new pass without its entries, which follow; `key` stands for its id in the changes after it.
    case insertPass(ArchivedPass, key: String)
    /// Holder's fields that the user wants from the import.
    case updatePass(ArchivedPass, id: String)
    /// An entry of the pass whose id, or key, is `pass`.
    case insert(ArchiveImportRow.Entry, pass: String)
    /// An entry that takes the place of an existing one.
    case replace(ArchiveImportRow.Entry, existing: ArchiveImportRow.Entry, pass: String)
}

extension ArchiveImportPlan {
    /// What to store, in order, once the user has decided.
    ///
    /// - `choice`: what to do with row `row` of pass `pass`, where the user decided about it.
    /// - `takesHolder`: whether the holder's differing fields of pass `pass` are taken over.
    package func changes(
        choice: (_ pass: Int, _ row: Int) -> ConflictChoice? = { _, _ in nil },
        takesHolder: (_ pass: Int) -> Bool = { _ in false }
    ) -> [ArchiveImportChange] {
        var changes: [ArchiveImportChange] = []
        for (index, pass) in passes.enumerated() where !pass.isSkipped {
            let id = pass.existing?.id ?? "new-\(index)"
            if pass.isNew {
                changes.append(.insertPass(pass.incoming.withoutEntries, key: id))
            } else if !pass.differingFields.isEmpty, takesHolder(index) {
                let holder = pass.existing.map { pass.incoming.completed(by: $0) } ?? pass.incoming
                changes.append(.updatePass(holder.withoutEntries, id: id))
            }
            for (number, row) in pass.rows.enumerated() {
                if let change = row.change(choice(index, number), pass: id) { changes.append(change) }
            }
        }
        return changes
    }
}

extension ArchiveImportRow {
    /// What becomes of the entry; nil for nothing.
    fileprivate func change(_ choice: ConflictChoice?, pass: String) -> ArchiveImportChange? {
        switch (state, choice ?? usualChoice) {
        case (.new, _): .insert(entry, pass: pass)
        case (.alreadyThere, _), (.repeated, _), (_, .keepExisting): nil
        case (.adds(let filled, let existing, _), _): .replace(filled, existing: existing, pass: pass)
        case (.conflict(let existing, _), .takeIncoming), (.doubt(let existing, true, _), .takeIncoming):
            .replace(entry.completed(by: existing), existing: existing, pass: pass)
        case (.conflict, .keepBoth): .insert(entry.withoutID, pass: pass)
        case (.doubt, _): .insert(entry, pass: pass)
        }
    }

    /// What is done unless the user decides otherwise.
    package var usualChoice: ConflictChoice {
        switch state {
        case .adds: .takeIncoming
        case .doubt: .keepBoth
        case .new, .alreadyThere, .conflict, .repeated: .keepExisting
        }
    }
}

extension ArchivedPass {
    /// A holder of another system doesn't lose what that system doesn't say.
    func completed(by existing: ArchivedPass) -> ArchivedPass {
        guard id == nil else { return self }
        var pass = self
        pass.content = content.completed(by: existing.content)
        if pass.sex == .unknown { pass.sex = existing.sex }
        return pass
    }

    var withoutEntries: ArchivedPass {
        var pass = self
        (pass.facts, pass.vaccinations, pass.certificates, pass.attachments) = ([], [], [], [])
        return pass
    }
}

extension ArchiveImportRow.Entry {
    /// A vaccination of another system doesn't take away what that system has no field for.
    package func completed(by existing: ArchiveImportRow.Entry) -> ArchiveImportRow.Entry {
        guard case .vaccination(var new) = self, case .vaccination(let old) = existing, new.id == nil else {
            return self
        }
        let isNamed = new.vaccine != nil || new.vaccineName != nil
        let product = (new.vaccine, new.vaccineName)
        new.content = new.content.completed(by: old.content)
        if isNamed { (new.vaccine, new.vaccineName) = product }
        return .vaccination(new)
    }

    /// The id is taken by the entry beside it.
    var withoutID: ArchiveImportRow.Entry {
        switch self {
        case .vaccination(var entry):
            entry.id = nil
            return .vaccination(entry)
        case .certificate(var entry):
            entry.id = nil
            return .certificate(entry)
        case .fact(var entry):
            entry.id = nil
            return .fact(entry)
        case .attachment(var entry):
            entry.id = nil
            return .attachment(entry)
        }
    }
}
