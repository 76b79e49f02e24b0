import Foundation
import GRDB
import VaultStorage

/// A row of any table by its columns' names, as it is kept to come back, whatever columns its table has; nulls are left out.
struct RowCopy {
    private var columns: [String: Column] = [:]

    init(_ row: Row) throws {
        for (name, value) in row {
            switch value.storage {
            case .null: continue
            case .int64(let number): columns[name] = .number(Double(number))
            case .double(let number): columns[name] = .number(number)
            case .string(let text): columns[name] = .text(text)
            case .blob: throw VaultError(.invalidRecord, "a row with bytes can't be moved")
            }
        }
    }

    /// One that was written.
    init(text: String) throws {
        do {
            columns = try JSONDecoder().decode([String: Column].self, from: Data(text.utf8))
        } catch {
            throw VaultError(.vaultDamaged, "a row that was kept can't be read")
        }
    }

    /// It as JSON.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(columns), as: UTF8.self)
        }
    }

    /// The columns that are texts.
    var texts: [String: String] { columns.compactMapValues(\.text) }

    /// What a column holds, where that is a text.
    subscript(_ name: String) -> String? {
        get { columns[name]?.text }
        set { columns[name] = newValue.map { .text($0) } }
    }

    /// Takes a text out of it.
    mutating func take(_ name: String) -> String? {
        defer { columns[name] = nil }
        return self[name]
    }

    var values: [ColumnValue] { columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) } }

    /// A value of each of these columns.
    func values(_ names: [String]) -> [ColumnValue] { names.map { ($0, columns[$0]?.value) } }
}

/// A value; whole numbers are as exact as tables' are here.
private enum Column: Codable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if let text = try? value.decode(String.self) { .text(text) } else { .number(try value.decode(Double.self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var value: any DatabaseValueConvertible {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }
}
