/// A JSON object: members in the order of the text, no name twice; two with the same members are equal in any order.
public struct JSONObject: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public typealias Element = (name: String, value: JSONValue)

    private var members: [Element] = []

    /// An object without members.
    public init() {}

    /// Members without an order, put in that of their names.
    public init(_ members: [String: JSONValue]) {
        self.members = members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Leaves out what is nil.
    public init(dictionaryLiteral elements: (String, JSONValue?)...) { self.init(present: elements) }

    /// The members that have a value, in their order; names are trusted to differ.
    public init(present elements: [(String, JSONValue?)]) {
        members = elements.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The first member's place.
    public var startIndex: Int { members.startIndex }
    /// The place after the last member's.
    public var endIndex: Int { members.endIndex }
    /// The member at a place.
    public subscript(position: Int) -> Element { members[position] }

    /// The value of a name, nil where there is none; setting a new one puts it last, setting nil takes it out.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    /// Puts a member last whose name is known to be new.
    mutating func append(_ name: String, _ value: JSONValue) { members.append((name, value)) }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in whichever order.
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.count == rhs.count && Dictionary(lhs) == Dictionary(rhs)
    }

    /// Members in another order give the same.
    public func hash(into hasher: inout Hasher) { hasher.combine(Dictionary(self)) }
}

extension [String: JSONValue] {
    /// An object's members by name.
    public init(_ object: JSONObject) {
        self.init(minimumCapacity: object.count)
        for (name, value) in object { self[name] = value }
    }
}
