package import Fairness
package import NIOCore

/// What another server answers about a link.
package struct LinkAnswer: Sendable {
    package let status: UInt
    package let body: [UInt8]

    package init(status: UInt, body: [UInt8]) { (self.status, self.body) = (status, body) }
}

/// That there is no room for an answer: Swift 6.3.1 doesn't count a type as used that only a closure throws.
package typealias LinkRefusal = ShareRefusal

/// Asks the server that somebody else's link leads to.
package protocol LinkServer: Sendable {
    /// - Parameters:
    ///   - body: JSON that is posted; nil for a GET.
    ///   - deadline: when to give up.
    ///   - take: counts what comes, before it is held.
    /// - Throws: why it gave none, or what `take` throws.
    func answer(
        at address: String, posting body: [UInt8]?, by deadline: NIODeadline,
        taking take: @escaping @Sendable (Int) throws(LinkRefusal) -> Void
    ) async throws -> LinkAnswer
}
