package import Vault

extension HealthRecord {
    /// As many passes as a page of them is worked out for, and as many doses and certificates of them together; the list of
    /// all passes has the others.
    ///
    /// A life has fewer than 200.
    static let (mostPasses, mostEntries) = (24, 5_000)

    /// The records of the first passes, as many as one page is worked out for.
    package static func first(of passes: [PassRecord], in records: Records) throws -> [HealthRecord] {
        var (found, entries) = ([HealthRecord](), 0)
        for pass in passes.prefix(mostPasses) where entries < mostEntries {
            let record = try HealthRecord(pass, in: records)
            entries += record.vaccinations.count
            entries += try records.contents(of: pass.id).certificates
            found.append(record)
        }
        return found
    }
}
