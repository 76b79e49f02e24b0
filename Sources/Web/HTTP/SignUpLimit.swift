/// How many accounts one network may make, and all of them together: a program that makes thousands meets a wall, a
/// school class on one Wi-Fi doesn't.
package struct SignUpLimit: Sendable {
    package struct Exceeded: Error {}

    private static let all = "all"
    private let byNetwork: RateLimiter
    private let together: RateLimiter

    /// - Parameter burst: accounts of one network in a row; one more each 5 minutes.
    package init(burst: Int) {
        byNetwork = RateLimiter(burst: burst, refillEvery: .seconds(300))
        together = RateLimiter(burst: burst * 20, refillEvery: .seconds(15))
    }

    /// Counts what succeeds.
    ///
    /// - Throws: ``Exceeded``, or what `body` throws.
    package func counting<Value: Sendable>(_ network: String, _ body: () async throws -> Value) async throws -> Value {
        guard byNetwork.take(network) == nil else { throw Exceeded() }
        guard together.take(Self.all) == nil else {
            byNetwork.giveBack(network)
            throw Exceeded()
        }
        do {
            return try await body()
        } catch {
            byNetwork.giveBack(network)
            together.giveBack(Self.all)
            throw error
        }
    }
}
