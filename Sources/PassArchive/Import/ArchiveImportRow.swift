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
        /// The same is there, in which this fills fields that are empty: with them it is `filled`.
        case adds(filled: Entry, existing: Entry, fields: [String])
        /// The file says once more what an earlier entry of it says: it is stored once.
        case repeated(first: Entry)
        /// It may be another one, which is there or comes before it in the file, told otherwise; unless the user says so, it is stored.
        case doubt(of: Entry, isHere: Bool, fields: [String])
    }

    package var entry: Entry
    package var state: State

    package var isOfVaccination: Bool { if case .vaccination = entry { true } else { false } }
    /// Whether it is stored, unless the user decides otherwise.
    package var isNew: Bool { if case .doubt = state { true } else { state == .new } }
    package var isConflict: Bool { if case .conflict = state { true } else { false } }
    /// Whether the user may decide about it.
    package var isAsked: Bool {
        switch state {
        case .conflict, .adds, .doubt: true
        case .new, .alreadyThere, .repeated: false
        }
    }
    package var isAlreadyThere: Bool {
        switch state {
        case .alreadyThere, .adds, .repeated: true
        case .new, .conflict, .doubt: false
        }
    }
    /// Whether there is something in it for an entry that is there.
    package var isAddition: Bool { if case .adds = state { true } else { false } }
}

/// What the user wants where an incoming entry conflicts with an existing one, by the word that a form has for it.
package enum ConflictChoice: String, Sendable, CaseIterable {
    case keepExisting = "keep"
    case takeIncoming = "take"
    case keepBoth = "both"
}
