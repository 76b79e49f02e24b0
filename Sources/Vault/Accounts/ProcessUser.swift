import Glibc

/// Who this process works as, in words for whoever operates it.
package enum ProcessUser {
    /// `user vaccinapp`; by its number where the machine has no name for it.
    package static let name: String = {
        let id = geteuid()
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var texts = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(id, &entry, &texts, texts.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return "user \(id)"
        }
        return "user \(String(cString: name))"
    }()
}
