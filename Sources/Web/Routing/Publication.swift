import Fairness
import HummingbirdCore

/// Something of an account that is also outside of its vault, such as a calendar that others ask for: it is brought up to
/// what the vault holds after each answer.
package struct Publication: Sendable {
    /// Whether nothing of the vault has changed since.
    package let isCurrent: @Sendable (SignedInRequest) async throws -> Bool
    /// Brings it up to what the vault holds now.
    package let publish: @Sendable (SignedInRequest) async throws -> Void

    package init(
        isCurrent: @escaping @Sendable (SignedInRequest) async throws -> Bool,
        publish: @escaping @Sendable (SignedInRequest) async throws -> Void
    ) {
        self.isCurrent = isCurrent
        self.publish = publish
    }
}

extension SignedInRequest {
    /// Brings what is outside of the vault up to what it holds now, unless it is.
    ///
    /// No longer than somebody waits for the answer: what was made by then stays, and the next request goes on.
    package func publish() async throws {
        var isCurrent = true
        for publication in services.publications where isCurrent {
            isCurrent = try await publication.isCurrent(self)
        }
        if isCurrent { return }
        // The answer, to what is stored already, comes in time whatever becomes of this.
        try await withTimeLimit(services.handlerTime / 3, while: visit.context.client.isConnected) {
            try await services.threads.run(for: claimant) {
                for publication in services.publications { try await publication.publish(self) }
            }
        }
    }
}
