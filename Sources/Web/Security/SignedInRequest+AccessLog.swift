package import Vault

extension SignedInRequest {
    /// A line for the access log: what is done, and to what.
    package func event(_ code: AccessEvent.Code, _ detail: String? = nil) -> AccessEvent {
        AccessEvent(time: now, device: visit.client.device, code: code, detail: detail)
    }

    /// Changes the vault, and notes that in the access log in the same turn.
    @discardableResult
    package func write<Value: Sendable>(
        log code: AccessEvent.Code, _ detail: String? = nil, _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws -> Value {
        let event = event(code, detail)
        return try await vault.write { records in
            let value = try body(records)
            try records.log(event)
            return value
        }
    }

    /// Notes in the access log that data were handed out.
    ///
    /// A server that can't write any more still gives people their data.
    package func log(_ code: AccessEvent.Code, _ detail: String? = nil) async {
        let event = event(code, detail)
        try? await vault.write { records in try records.log(event) }
    }
}
