import Immunization

/// The file that holds for all antigens: vaccine groups, live virus conflicts, which vaccine holds what.
struct ScheduleSupportingData {
    let root: XMLElement
    let text: CDSiText

    func groups() -> [VaccineGroup] {
        let whole = Set(
            (root.first("vaccineGroups")?.all("vaccineGroup") ?? [])
                .filter { text.flag($0, "administerFullVaccineGroup") }.compactMap { $0.value("name") })
        return (root.first("vaccineGroupToAntigenMap")?.all("vaccineGroupMap") ?? []).compactMap { map in
            guard let name = map.value("name") else { return nil }
            let antigens = map.all("antigen").map { $0.text.trimmed }
            var group = VaccineGroup(id: name, antigens: antigens)
            group.name = ["en": name]
            group.isGivenWhole = whole.contains(name)
            return group
        }
    }

    func conflicts() throws -> [VaccineConflict] {
        try (root.first("liveVirusConflicts")?.all("liveVirusConflict") ?? []).map { row in
            guard let earlier = row.first("previous")?.value("cvx"), let later = row.first("current")?.value("cvx"),
                let begin = try text.period(row, "conflictBeginInterval"),
                let end = try text.period(row, "conflictEndInterval")
            else { throw CDSiError(text.place, "a live virus conflict is incomplete") }
            return VaccineConflict(
                earlier: [.named(text.code(earlier))], later: [.named(text.code(later))], begin: begin,
                minimumEnd: try text.period(row, "minConflictEndInterval") ?? end, end: end)
        }
    }

    func vaccines(live: Set<VaccineSelector>) throws -> VaccineTable {
        VaccineTable(
            try (root.first("cvxToAntigenMap")?.all("cvxMap") ?? []).compactMap { map in
                guard let cvx = map.value("cvx").map(text.code) else { return nil }
                var entry = VaccineTable.Entry(
                    id: cvx, species: CDSiSchedule.species, antigens: [], isLive: live.contains(.named(cvx)))
                entry.antigens = try map.all("association").compactMap { association in
                    guard let antigen = association.value("antigen") else { return nil }
                    return VaccineTable.Association(
                        antigen: antigen, beginAge: try text.period(association, "associationBeginAge"),
                        endAge: try text.period(association, "associationEndAge"))
                }
                return entry
            })
    }
}

extension String {
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
