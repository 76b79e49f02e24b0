/// A reader of hostile bytes, and good inputs to damage.
struct FuzzTarget {
    let name: String
    let inputs: [[UInt8]]
    /// Reads the bytes; that it refuses them is well, that it traps or takes long is not.
    let read: ([UInt8]) -> Void
}
