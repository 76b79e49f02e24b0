/// A part of a checked expression.
indirect enum CertLogicNode: Sendable, Hashable {
    case literal(CertLogicValue)
    case list([CertLogicNode])
    case variable([CertLogicPathFragment])
    case choice(guard: CertLogicNode, then: CertLogicNode, otherwise: CertLogicNode)
    case and([CertLogicNode])
    case not(CertLogicNode)
    case equal(CertLogicNode, CertLogicNode)
    case contained(CertLogicNode, in: CertLogicNode)
    case sum(CertLogicNode, CertLogicNode)
    case comparison(CertLogicComparison, [CertLogicNode])
    case plusTime(CertLogicNode, amount: Int64, unit: CertLogicDateTime.Unit)
    case dateOfBirth(CertLogicNode)
    case uciFragment(CertLogicNode, index: Int64)
    case reduction(of: CertLogicNode, lambda: CertLogicNode, initial: CertLogicNode)
}

/// A step of a data access: into a list where it is a number, else into an object.
struct CertLogicPathFragment: Sendable, Hashable {
    let name: String
    let index: Int?

    init(_ name: Substring) {
        self.name = String(name)
        self.index = Int(typed: name, in: -999_999...999_999)
    }
}

extension CertLogicValue {
    /// What `var` reads at a path; `null` where there is nothing.
    func value(at path: String) -> CertLogicValue {
        path.isEmpty ? self : value(at: path.split(separator: ".").map(CertLogicPathFragment.init))
    }

    /// What `var` reads at a path that has been taken apart.
    func value(at path: [CertLogicPathFragment]) -> CertLogicValue {
        var value = self
        for fragment in path {
            switch (value, fragment.index) {
            case (.array(let elements), let index?) where elements.indices.contains(index): value = elements[index]
            case (.object(let members), nil): value = members[fragment.name] ?? .null
            default: return .null
            }
        }
        return value
    }
}

/// A comparison of integers or of date-times.
struct CertLogicComparison: Sendable, Hashable {
    enum Order: Sendable, Hashable { case less, lessOrEqual, greater, greaterOrEqual }

    /// The operation as it is written, such as `not-before`.
    let operation: String
    let order: Order
    let comparesDateTimes: Bool

    /// The comparison with that name, nil where it isn't one.
    init?(_ operation: String) {
        switch operation {
        case "<", "before": self.order = .less
        case "<=", "not-after": self.order = .lessOrEqual
        case ">", "after": self.order = .greater
        case ">=", "not-before": self.order = .greaterOrEqual
        default: return nil
        }
        self.operation = operation
        self.comparesDateTimes = operation.utf8.count > 2
    }

    func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
        switch order {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
