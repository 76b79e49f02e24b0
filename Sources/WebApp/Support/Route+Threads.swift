import Fairness
import Hummingbird
import Vault

extension Route {
    /// The same route with its handler on threads that all share in turn, within the time that a handler has once the
    /// body is there.
    ///
    /// So no handler, whatever it does, keeps connections, health checks or other people's requests from being served.
    /// Where the client has gone, what only reads or takes long is ended; a form that is being stored is not.
    func onSharedThreads(_ services: Services) -> Route {
        let threads = isLong ? services.longThreads : services.threads
        let limit = services.handlerTime * (takesFiles ? 2 : 1)
        let endsWithClient = method == .get || isLong
        @Sendable func run(
            _ visit: Visit, _ member: Member? = nil, _ body: @escaping @Sendable () async throws -> Response
        ) async throws -> Response {
            let who = member?.claimant ?? visit.claimant
            return try await withTimeLimit(limit, while: endsWithClient ? visit.context.client.isConnected : nil) {
                try await threads.run(for: who, body)
            }
        }
        let shared: Handler =
            switch handler {
            case .open(let handle):
                .open { visit, member in
                    try await run(visit, member) { try await handle(visit, member) }
                }
            case .openForm(let handle):
                .openForm { visit, member, form in
                    try await run(visit, member) { try await handle(visit, member, form) }
                }
            case .leavingForm(let handle):
                .leavingForm { visit, form in
                    try await run(visit) { try await handle(visit, form) }
                }
            case .member(let handle):
                .member { member in try await run(member.visit, member) { try await handle(member) } }
            case .memberForm(let handle):
                .memberForm { member, form in
                    try await run(member.visit, member) { try await handle(member, form) }
                }
            case .memberUpload(let handle):
                .memberUpload { member, form in
                    try await run(member.visit, member) { try await handle(member, form) }
                }
            case .admin(let handle):
                .admin { member in try await run(member.visit, member) { try await handle(member) } }
            case .adminForm(let handle):
                .adminForm { member, form in
                    try await run(member.visit, member) { try await handle(member, form) }
                }
            case .adminUpload(let handle):
                .adminUpload { member, form in
                    try await run(member.visit, member) { try await handle(member, form) }
                }
            case .secondFactor(let handle):
                .secondFactor { visit, session in
                    try await run(visit) { try await handle(visit, session) }
                }
            case .secondFactorForm(let handle):
                .secondFactorForm { visit, session, form in
                    try await run(visit) { try await handle(visit, session, form) }
                }
            case .machine: handler
            }
        return Route(
            method: method, path: path, handler: shared, isLong: isLong, formLimits: formLimits,
            uploadLimits: uploadLimits)
    }
}

extension Visit {
    /// Whose share a request takes: its address's.
    var claimant: Claimant { Claimant(address: context.client.address.key) }
}

extension Member {
    /// Whose share a request takes: the account's, and its address's.
    var claimant: Claimant {
        Claimant(account: session.accountID.description, address: visit.context.client.address.key)
    }
}
