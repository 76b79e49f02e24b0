import ByteCoding
import CPostgres

/// Arguments as libpq takes them: typed, in binary, never as part of a statement.
struct PostgresArguments {
    /// The types' numbers in PostgreSQL's catalogue.
    enum TypeNumber {
        /// What the statement makes of it.
        static let unknown: Oid = 0
        static let bool: Oid = 16
        static let bytes: Oid = 17
        static let int8: Oid = 20
        static let int2: Oid = 21
        static let int4: Oid = 23
        static let float8: Oid = 701
        static let text: Oid = 25
    }

    private var bytes: [UInt8] = []
    private var places: [Int?] = []
    private var types: [Oid] = []
    private var lengths: [Int32] = []

    init(_ arguments: [SQLValue]) {
        for argument in arguments {
            switch argument {
            case .null: add(nil, TypeNumber.unknown)
            case .integer(let number): add(UInt64(bitPattern: number).bigEndianBytes, TypeNumber.int8)
            case .real(let number): add(number.bitPattern.bigEndianBytes, TypeNumber.float8)
            case .text(let text): add(Array(text.utf8), TypeNumber.text)
            case .blob(let blob): add(blob, TypeNumber.bytes)
            }
        }
        // An empty value needs an address too.
        bytes.append(0)
    }

    private mutating func add(_ value: [UInt8]?, _ type: Oid) {
        places.append(value == nil ? nil : bytes.count)
        types.append(type)
        lengths.append(Int32(clamping: value?.count ?? 0))
        bytes += value ?? []
    }

    func withPointers<T>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Oid>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> T
    ) -> T {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let values = places.map { place in place.flatMap { place in start.map { $0 + place } } }
            let formats = [Int32](repeating: 1, count: places.count)
            return values.withUnsafeBufferPointer { values in
                types.withUnsafeBufferPointer { types in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { formats in
                            body(values.baseAddress, types.baseAddress, lengths.baseAddress, formats.baseAddress)
                        }
                    }
                }
            }
        }
    }
}
