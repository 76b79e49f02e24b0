/// What a reader accepts before it refuses a file.
public struct AgeLimits: Sendable, Equatable {
    /// The highest scrypt work factor, as the base-2 logarithm of N: 20 takes 1 GiB of memory.
    public var workFactor: Int
    /// The largest file in bytes, armor included.
    public var fileBytes: Int
    /// The largest header in bytes; a passphrase header takes 150.
    public var headerBytes: Int

    /// Creates limits; the defaults are those of Vaccinapp's commands: work factor 20, 64 MiB, 8 KiB of header.
    public init(workFactor: Int = 20, fileBytes: Int = 64 << 20, headerBytes: Int = 8 << 10) {
        self.workFactor = workFactor
        self.fileBytes = fileBytes
        self.headerBytes = headerBytes
    }

    func require(fileBytes: Int) throws(AgeError) {
        guard fileBytes > self.fileBytes else { return }
        throw AgeError(.tooLarge, "The file is larger than \(self.fileBytes >> 20) MiB.")
    }
}
