import HTTPTypes
package import Hummingbird
import HummingbirdCore

/// What travels with a request through the router: Hummingbird's own values, and who is at the other end.
package struct AppContext: ClientContext {
    package var coreContext: CoreRequestContextStorage
    package var client: Client

    package init(source: ApplicationRequestContextSource) {
        self.coreContext = .init(source: source)
        self.client = Client(channel: source.channel)
    }
}
