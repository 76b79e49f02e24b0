import ByteCoding
import ArgumentParser
import Foundation

/// Where a passphrase comes from.
struct PassphraseOptions: ParsableArguments {
    @Option(help: "Read the passphrase, one line, from this file descriptor instead of the terminal.")
    var passphraseFd: Int32?

    var isFromDescriptor: Bool { passphraseFd != nil }

    /// The passphrase without its line end.
    func read(prompt: String) throws -> String {
        guard let passphraseFd else { return try Self.ask(prompt) }
        guard passphraseFd >= 0, fcntl(passphraseFd, F_GETFD) >= 0 else {
            throw ValidationError("The file descriptor \(passphraseFd) is not open.")
        }
        return try Self.line(from: passphraseFd)
    }

    /// Asks on the terminal, where what is typed does not show.
    private static func ask(_ prompt: String) throws -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw ValidationError("There is no terminal to ask on: use --passphrase-fd.")
        }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else {
            throw ValidationError("The terminal can't be made to hide what is typed: use --passphrase-fd.")
        }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(terminal, TCSAFLUSH, &hidden)
        defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
        _ = prompt.withCString { write(terminal, $0, strlen($0)) }
        return try line(from: terminal)
    }

    /// One line, byte by byte, so that what follows it stays unread.
    private static func line(from descriptor: Int32) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= 4096, Foundation.read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(typed: bytes, as: UTF8.self) else {
            throw ValidationError("The passphrase is not UTF-8.")
        }
        return text
    }
}
