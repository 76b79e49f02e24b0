/// One entry of an incoming pass, and what would become of it.
package struct ArchiveImportRow: Sendable, Equatable {
    /// The entry.
    package enum Entry: Sendable, Equatable {
        case vaccination(ArchivedVaccination)
        case certificate(ArchivedCertificate)
        case fact(ArchivedFact)
        case attachment(ArchivedAttachment)
    }

    /// How it compares with what is there.
    package enum State: Sendable, Equatable {
        /// Nothing like it is there.
        case new
        /// The same is there: importing changes nothing.
        case alreadyThere(existing: Entry)
        /// Something is there that can't be kept beside it without a decision; the fields that differ, by name.
        case conflict(existing: Entry, fields: [String])
    }

    package var entry: Entry
    package var state: State

    package var isOfVaccination: Bool { if case .vaccination = entry { true } else { false } }
    package var isNew: Bool { state == .new }
    package var isConflict: Bool { if case .conflict = state { true } else { false } }
    package var isAlreadyThere: Bool { if case .alreadyThere = state { true } else { false } }
}

/// What the user wants where an incoming entry conflicts with an existing one, by the word that a form has for it.
package enum ConflictChoice: String, Sendable, CaseIterable {
    case keepExisting = "keep"
    case takeIncoming = "take"
    case keepBoth = "both"
}
