package import Vault

extension HealthRecord {
    /// As many passes as a page of them is worked out for, and as many doses of them together; the list of all passes has the
    /// others.
    ///
    /// A life has fewer than 200.
    static let (mostPasses, mostDoses) = (24, 5_000)

    /// The records of the first passes, as many as one page is worked out for.
    package static func first(of passes: [PassRecord], in records: Records) throws -> [HealthRecord] {
        var (found, doses) = ([HealthRecord](), 0)
        for pass in passes.prefix(mostPasses) where doses < mostDoses {
            let record = try HealthRecord(pass, in: records)
            doses += record.vaccinations.count
            found.append(record)
        }
        return found
    }
}
