extension Schedule {
    /// The version of the file format that is read.
    public static let format = 1

    /// Reads a schedule file and checks that it doesn't contradict itself.
    ///
    /// - Parameters:
    ///   - json: The file's bytes, at most 4 MiB.
    ///   - file: Its name, for error messages.
    /// - Throws: ``DataFault`` with the line and the fault.
    public init(json: [UInt8], file: String) throws(DataFault) {
        let reader = try ScheduleReader(DataNode(json: json, file: file))
        self = reader.schedule
        do {
            try ScheduleCheck(self).run()
        } catch {
            // The check knows the series, the reader on which line it begins.
            throw error.moved(to: file, line: reader.lines[error.path] ?? 0)
        }
    }

    /// Checks that a catalogue knows every antigen and vaccine that the schedule names.
    ///
    /// - Throws: ``DataFault`` for the first that it doesn't.
    public func check(against vaccines: VaccineTable) throws(DataFault) {
        try ScheduleCheck(self).run(vaccines: vaccines)
    }
}
