extension Schedule {
    /// The version of the file format that is read.
    public static let format = 1

    /// Reads a schedule file and checks that it doesn't contradict itself.
    ///
    /// - Parameters:
    ///   - json: The file's bytes, at most 4 MiB.
    ///   - file: Its name, for error messages.
    /// - Throws: ``ScheduleError`` with the line and the fault.
    public init(json: [UInt8], file: String) throws(ScheduleError) {
        let reader: ScheduleReader
        do {
            reader = try ScheduleReader(DataNode(json: json, file: file))
        } catch {
            throw ScheduleError(error)
        }
        self = reader.schedule
        do {
            try ScheduleCheck(self).run()
        } catch {
            // The check knows the series, the reader on which line it begins.
            let fault = error.fault.moved(to: file, line: error.series.flatMap { reader.lines[$0] } ?? 0)
            throw ScheduleError(fault, code: error.code, schedule: id, series: error.series)
        }
    }

    /// Checks that a catalogue knows every antigen and vaccine that the schedule names.
    ///
    /// - Throws: ``ScheduleError`` for the first that it doesn't.
    public func check(against vaccines: VaccineTable) throws(ScheduleError) {
        try ScheduleCheck(self).run(vaccines: vaccines)
    }
}
