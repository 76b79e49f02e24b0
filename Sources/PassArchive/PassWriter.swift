/// Writes a pass in a format of others in pieces: what comes before its doses, each dose, what comes after them.
///
/// Every function appends the finished bytes to `output`, so that an export needs the memory of a few doses.
package protocol PassWriter: Sendable {
    /// - Parameter pass: with all its doses.
    func begin(_ pass: ArchivedPass, into output: inout [UInt8])

    /// - Parameter number: which of the pass's doses it is, from 0.
    func write(_ vaccination: ArchivedVaccination, number: Int, into output: inout [UInt8])

    func finish(into output: inout [UInt8])
}

extension PassWriter {
    /// All of it.
    func whole(_ pass: ArchivedPass) -> [UInt8] {
        var output: [UInt8] = []
        begin(pass, into: &output)
        for (number, vaccination) in pass.vaccinations.enumerated() {
            write(vaccination, number: number, into: &output)
        }
        finish(into: &output)
        return output
    }
}
