import Foundation

/// The long forms of tests, which `make nightly` asks for by variables such as `VACCINAPP_FUZZ`.
package enum LongForm {
    package static let isAsked = ["VACCINAPP_FUZZ", "VACCINAPP_TORTURE", "VACCINAPP_PROPERTIES", "VACCINAPP_FULL"]
        .contains {
            ProcessInfo.processInfo.environment[$0] != nil
        }

    /// Minutes that a test of a suite with a long form may take.
    package static let minutes = isAsked ? 600 : 3
}
