/// What was found in FHIR resources.
package struct FHIRImport: Sendable, Equatable {
    /// Something that was left out, or needs a look.
    package struct Remark: Sendable, Equatable {
        /// Why something was left out, or needs a look.
        package enum Kind: String, Sendable, CaseIterable {
            // Left out:
            case notAResource
            case statusMissing
            case enteredInError
            case notDone
            case patientMissing
            case patientWithoutName
            case animalOfUnknownKind
            case dateMissing
            case dateUnreadable
            case vaccineMissing
            case textTooLong
            case tooMany
            case noImmunity
            case resultMissing
            case refuted
            case otherHealth
            case otherResource
            case holderNumbers
            case signature
            case noVaccine
            case otherDisease
            case antibody
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
