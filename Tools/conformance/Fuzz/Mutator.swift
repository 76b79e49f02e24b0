import Seeded

/// Damages good inputs in the ways that find faults in readers.
struct Mutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Values that lengths and heads turn on.
    private static let edges: [UInt8] = [
        0x00, 0x01, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1F, 0x20, 0x3B, 0x5B, 0x5F, 0x7B, 0x7F, 0x80, 0x9B, 0x9F, 0xBB,
        0xBF, 0xC0, 0xC1, 0xDB, 0xF7, 0xF9, 0xFB, 0xFF, 0x22, 0x5B, 0x7B, 0x2E, 0x3A,
    ]

    /// A number from 0 up to, but not including, the bound.
    mutating func number(below bound: Int) -> Int { bound > 1 ? Int(generator.next() % UInt64(bound)) : 0 }

    /// One of the inputs with one to four changes.
    mutating func mutation(of inputs: [[UInt8]]) -> [UInt8] {
        guard !inputs.isEmpty else { return [] }
        var bytes = inputs[number(below: inputs.count)]
        for _ in 0...number(below: 4) { change(&bytes, others: inputs) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], others: [[UInt8]]) {
        guard !bytes.isEmpty else {
            bytes = [UInt8(truncatingIfNeeded: generator.next())]
            return
        }
        let place = number(below: bytes.count)
        switch number(below: 9) {
        case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
        case 1: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 2: bytes[place] = Self.edges[number(below: Self.edges.count)]
        case 3: bytes.insert(Self.edges[number(below: Self.edges.count)], at: place)
        case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 8)))
        case 5: bytes.removeSubrange(place...)
        case 6:
            let end = min(bytes.count, place + 1 + number(below: 32))
            bytes.insert(contentsOf: bytes[place..<end], at: number(below: bytes.count))
        case 7:
            let other = others[number(below: others.count)]
            bytes = Array(bytes[..<place] + other[number(below: other.count + 1)...])
        default:
            // The same byte many times over: deep nesting, long numbers, bombs.
            let byte = Self.edges[number(below: Self.edges.count)]
            bytes.insert(contentsOf: repeatElement(byte, count: 1 + number(below: 200)), at: place)
        }
    }
}
