import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announceReady } from '../child.ts'

/** The ids of the records that it was told of, with the time at which they arrived. */
const arrived = new Map<string, number>()
let [count, sample] = [0, '']

/** A receiver of webhooks that confirms everything at once, and says what has arrived. */
const server = createServer((request, response) => {
  if (request.url === '/count') return response.end(JSON.stringify({ count, sample }))
  if (request.url === '/arrived') return response.end(JSON.stringify([...arrived]))
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    count++
    sample = Buffer.concat(parts).toString()
    // Not parsed: that would be the work of the receiver.
    arrived.set(/"data":\{"id":"([\w-]+)"/.exec(sample)?.[1] ?? '', performance.timeOrigin + performance.now())
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
