import CSodium
import Synchronization

/// Memory for keys: locked where the system allows, kept out of core dumps, between guard pages, wiped when given back.
///
/// Keys come and go several times in every request. A fenced region for each would take a dozen system calls and a
/// locked page; so many share one region, in cells of 64 bytes.
final class SecretArena: Sendable {
    static let shared = SecretArena()
    static let cell = 64
    private static let cells = 256

    /// The addresses of cells that nobody has.
    private let free = Mutex<[UInt]>([])

    /// A cell that nobody else has, or nil when there is no memory.
    func take() -> UnsafeMutableRawPointer? {
        let address = free.withLock { free -> UInt? in
            if free.isEmpty, let region = sodium_malloc(Self.cell * Self.cells) {
                // Regions are never returned: as many keys as were in use at once will be again.
                free = (0..<Self.cells).reversed().map { UInt(bitPattern: region + $0 * Self.cell) }
            }
            return free.popLast()
        }
        return address.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
    }

    func giveBack(_ cell: UnsafeMutableRawPointer) {
        sodium_memzero(cell, Self.cell)
        let address = UInt(bitPattern: cell)
        free.withLock { $0.append(address) }
    }
}
