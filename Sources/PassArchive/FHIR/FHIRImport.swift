/// What was found in FHIR resources.
package struct FHIRImport: Sendable, Equatable {
    /// Something that was left out, or needs a look.
    package struct Remark: Sendable, Equatable {
        /// Why something was left out, or needs a look.
        package enum Kind: String, Sendable, CaseIterable {
            // Left out since it couldn't be read:
            case notAResource, statusMissing, patientMissing, patientWithoutName, animalOfUnknownKind
            case dateMissing, dateUnreadable, vaccineMissing, textTooLong, tooMany, resultMissing
            // Left out for what it says:
            case enteredInError, notDone, noImmunity, refuted, noVaccine, otherDisease, antibody
            case otherHealth, otherResource, holderNumbers, signature
            // Taken over:
            case otherDetailsLeftOut

            /// Whether the entry was left out.
            package var isRejection: Bool { self != .otherDetailsLeftOut }

            /// Whether it was left out since it couldn't be read.
            package var isUnread: Bool {
                switch self {
                case .notAResource, .statusMissing, .patientMissing, .patientWithoutName, .animalOfUnknownKind,
                    .dateMissing, .dateUnreadable, .vaccineMissing, .textTooLong, .tooMany, .resultMissing:
                    true
                default: false
                }
            }
        }

        /// Where: the index of the bundle's entry.
        package let entry: Int
        package let problem: Kind
        /// What the entry is about, in its own words; nil where nothing is said.
        package var name: String?
    }

    package var passes: [ArchivedPass]
    /// The codes that the bundle has for the vaccine of each vaccination of each pass, in their order.
    package var codings: [[[FHIRCoding]]] = []
    package var findings: [Remark]
    /// The doses of which somebody has to say which vaccine it was, kept under the file's words until then, and
    /// those that show what their words were taken for.
    package var asked: [AskedDose] = []
    /// Types of resources in the bundle that hold nothing for a vaccination pass, such as `Observation`.
    package var otherResources: [String]
}
