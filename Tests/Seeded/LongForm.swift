import Foundation

/// The long forms of tests, which `make nightly` asks for by variables such as `VACCINAPP_FUZZ`.
package enum LongForm {
    /// Minutes that a test of a suite with a long form may take.
    package static let minutes =
        ["VACCINAPP_FUZZ", "VACCINAPP_TORTURE", "VACCINAPP_PROPERTIES"].contains {
            ProcessInfo.processInfo.environment[$0] != nil
        } ? 600 : 3
}
