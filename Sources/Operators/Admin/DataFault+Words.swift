import CivilDates
import Foundation
package import Immunization
import Lists
import Web

extension Localizer {
    /// What is wrong with a catalogue file and where, in the reader's language.
    package func fault(_ fault: DataFault) -> String {
        let reason = self(fault.code, fault.code == .older ? fault.arguments.mapValues(momentOrDay) : fault.arguments)
        let gaps = ["file": fault.file, "line": String(fault.line), "path": fault.path, "reason": reason]
        switch (fault.line > 0, fault.path.isEmpty) {
        case (true, true): return self(.`admin.place.at-line`, gaps)
        case (true, false): return self(.`admin.place.at-value`, gaps)
        case (false, true): return self(.`admin.place.in-file`, gaps)
        case (false, false): return self(.`admin.place.in-part`, gaps)
        }
    }

    private func momentOrDay(_ text: String) -> String {
        guard CalendarDate(text) == nil, let moment = Timestamp(text).date else { return date(text) }
        return time(moment)
    }
}

extension DataFault {
    /// The fault in English, as the command line says it.
    ///
    /// - Parameter resources: the folder that holds the program's `Localization`; found by itself where it is empty.
    package func sentence(resources: String) throws -> String {
        let folder = try Resources.locate(resources).appending(path: "Localization")
        return try Localization(directory: folder).fallback.fault(self)
    }
}

extension DataFault.Code: MessageCode { static let family = "admin.fault" }
