import Glibc

/// What a command gives, line by line; a reader that has gone (`| head -1`) ends nobody.
enum StandardOutput {
    static func write(_ line: String) { _ = StandardFile.write(Array("\(line)\n".utf8), to: STDOUT_FILENO) }
}

/// What a command says beside its result.
enum StandardError {
    static func write(_ line: String) { write(text: line + "\n") }

    /// Without an end of line.
    static func write(text: String) { _ = StandardFile.write(Array(text.utf8), to: STDERR_FILENO) }
}

/// A file that a process begins with.
///
/// `FileHandle` would end the process where nobody reads it any more.
enum StandardFile {
    /// Writes all of it, as far as that goes.
    ///
    /// - Returns: `errno`; nil where all was written.
    static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // A terminal or a pipe that somebody else has set so.
                    var wanted = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wanted, 1, 1_000)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}
