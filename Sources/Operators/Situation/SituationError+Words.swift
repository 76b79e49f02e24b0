import Foundation
import Lists
package import Situation
import Web

extension Localizer {
    /// Why a data file isn't taken, in the reader's language.
    package func fault(_ error: SituationError) -> String {
        let reason = self(error.code)
        let gaps = ["reason": reason, "line": error.line.map(String.init) ?? "", "subject": error.subject ?? ""]
        switch (error.line, error.subject) {
        case (nil, nil): return reason
        case (nil, _?): return self(.`situation.fault-about`, gaps)
        case (_?, nil): return self(.`situation.fault-at-line`, gaps)
        case (_?, _?): return self(.`situation.fault-at-field`, gaps)
        }
    }
}

extension SituationError {
    /// The fault in English, as the command line says it.
    ///
    /// - Parameter resources: the folder that holds the program's `Localization`; found by itself where it is empty.
    package func sentence(resources: String) throws -> String {
        let folder = try Resources.locate(resources).appending(path: "Localization")
        return try Localization(directory: folder).fallback.fault(self)
    }
}

extension SituationError.Code: MessageCode { static let family = "situation.fault" }
