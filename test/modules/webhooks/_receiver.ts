import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Respond = (response: ServerResponse, received: Received) => unknown

const accept: Respond = (response) => response.writeHead(204).end()

/** A real HTTP server on this machine that remembers what arrives. `respond` may be changed at any time. */
export async function startReceiver(respond: Respond = accept) {
  const received: Received[] = []
  const receiver = { respond }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const one = { headers: request.headers, body }
      received.push(one)
      receiver.respond(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(receiver, {
    host,
    url: `http://${host}/hook`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Answers this status. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end()
