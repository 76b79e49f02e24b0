import Glibc

/// Which file or folder something is, whatever name leads to it: nobody else's for as long as somebody has it open.
package struct FileIdentity: Sendable, Equatable {
    private let disk: dev_t
    private let number: ino_t

    private init(_ status: stat) { (disk, number) = (status.st_dev, status.st_ino) }

    /// What a path leads to, also by links; nil where that is nothing.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file's; nil for what isn't open, with `errno` saying why.
    package init?(of file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        self.init(status)
    }
}
