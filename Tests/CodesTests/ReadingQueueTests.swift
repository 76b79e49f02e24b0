import Testing

@testable import Codes

@Suite("Waiting to be read")
struct ReadingQueueTests {
    @Test func `those who wait come in one by one as others leave`() async {
        let queue = ReadingQueue(atOnce: 2, waiting: 10)
        #expect(await queue.enter())
        #expect(await queue.enter())
        async let third = queue.enter()
        await queue.leave()
        #expect(await third)
        await queue.leave()
        await queue.leave()
        #expect(await queue.enter())
    }

    @Test func `without room to wait the next is refused, until someone leaves`() async {
        let queue = ReadingQueue(atOnce: 1, waiting: 0)
        #expect(await queue.enter())
        #expect(await queue.enter() == false)
        await queue.leave()
        #expect(await queue.enter())
    }

    @Test func `who is cancelled while waiting leaves the line`() async {
        let queue = ReadingQueue(atOnce: 1, waiting: 1)
        #expect(await queue.enter())
        let waiting = Task { await queue.enter() }
        waiting.cancel()
        #expect(await waiting.value == false)
        await queue.leave()
        #expect(await queue.enter())
    }
}
