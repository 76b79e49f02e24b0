import HTTPTypes
import Hummingbird
import HummingbirdCore

/// What travels with a request through the router: Hummingbird's own values, and who is at the other end.
struct AppContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    var client: Client

    init(source: ApplicationRequestContextSource) {
        self.coreContext = .init(source: source)
        self.client = Client(channel: source.channel)
    }
}
