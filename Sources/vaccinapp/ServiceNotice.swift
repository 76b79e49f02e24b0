import Foundation
import Glibc

/// Notices to systemd, by datagrams to the socket in `NOTIFY_SOCKET`, where it has set one
/// (<https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html>).
enum ServiceNotice {
    /// - Parameter state: such as `READY=1`, one a line.
    static func send(_ state: String) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], let first = path.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An abstract socket's name begins with a NUL.
        let name = first == UInt8(ascii: "@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let bytes = Array(state.utf8)
        _ = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, socklen_t(length))
            }
        }
    }
}
