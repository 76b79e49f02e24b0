package import Foundation
package import Immunization

/// CDC's immunization schedule, converted from CDSi's supporting data (https://www.cdc.gov/iis/cdsi/).
///
/// Exists only to run CDSi's published test cases; nothing of it is shipped.
package struct CDSiSchedule {
    /// The species that the converted data is for.
    package static let species = "person"

    /// The schedule.
    package let schedule: Schedule
    /// The vaccines by CVX code.
    package let vaccines: VaccineTable

    /// Converts a folder of `ScheduleSupportingData.xml` and one `AntigenSupportingData- ….xml` for each antigen.
    ///
    /// - Throws: ``CDSiError``, or what reading a file throws.
    package init(folder: URL) throws {
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw CDSiError(folder.path, "is no folder that can be read")
        }
        let names = all.filter { $0.hasSuffix(".xml") }
        var schedule = Schedule(id: "us-cdc-cdsi", species: Self.species)
        var vaccines = VaccineTable([])
        for name in names.sorted() {
            let data = try Data(contentsOf: folder.appending(path: name))
            guard let root = XMLElement.read(data) else { throw CDSiError(name, "is not well-formed XML") }
            let text = CDSiText(place: name)
            switch root.name {
            case "scheduleSupportingData":
                let supporting = ScheduleSupportingData(root: root, text: text)
                schedule.groups = supporting.groups()
                schedule.conflicts = try supporting.conflicts()
                vaccines = try supporting.vaccines(live: Set(schedule.conflicts.flatMap(\.later)))
            case "antigenSupportingData":
                let antigen = try AntigenSupportingData(root: root, text: text)
                schedule.series += try antigen.series()
                schedule.immunity += try antigen.immunity()
                schedule.contraindications += try antigen.contraindications()
            default:
                throw CDSiError(name, "holds no supporting data")
            }
        }
        guard !schedule.series.isEmpty, !schedule.groups.isEmpty else {
            throw CDSiError(folder.path, "holds no supporting data of CDSi")
        }
        (self.schedule, self.vaccines) = (schedule, vaccines)
    }
}
