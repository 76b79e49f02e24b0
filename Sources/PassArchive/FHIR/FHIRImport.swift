/// What was found in FHIR resources.
package struct FHIRImport: Sendable, Equatable {
    /// Something that was left out, or needs a look.
    package struct Finding: Sendable, Equatable {
        /// Where: the index of the bundle's entry.
        package let entry: Int
        package let problem: Problem
    }

    /// Why something was left out, or needs a look.
    package enum Problem: String, Sendable, CaseIterable {
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
        // Taken over:
        case unknownTarget
        case unknownVaccine
        case otherDetailsLeftOut

        /// Whether the entry was left out.
        package var isRejection: Bool {
            switch self {
            case .unknownTarget, .unknownVaccine, .otherDetailsLeftOut: false
            default: true
            }
        }
    }

    package var passes: [ArchivedPass]
    package var findings: [Finding]
    /// Types of resources in the bundle that hold nothing for a vaccination pass, such as `Observation`.
    package var otherResources: [String]
}
