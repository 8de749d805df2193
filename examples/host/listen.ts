import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An open port. */
export interface Listening {
  /** Where a browser on this machine finds it. */
  readonly origin: string
  readonly port: number
  /** Answers requests from now on; until then all are told that the host is starting. */
  answer(listener: RequestListener): Promise<void>
  /** Takes no new connections, lets requests in progress end within `limitMs`, then cuts the rest. */
  drain(limitMs?: number): Promise<void>
}

/**
 * Opens the port before anything else: a port in use is known before a database is touched, links in mails can name
 * the port that `PORT=0` got, and who watches over the host sees it alive during a long migration.
 */
export async function listen({ port, hostname }: Address): Promise<Listening> {
  const server = createServer(sayStarting)
  server.listen(port, hostname)
  await once(server, 'listening')
  return toListening(server, { port: (server.address() as AddressInfo).port, hostname }, async (listener) => {
    server.off('request', sayStarting)
    server.on('request', listener)
  })
}

/** Opens the port when there is something to answer: `mayListen` resolves when it is this process's turn. */
export function listenLater(address: Address, mayListen: () => Promise<void>): Listening {
  const server = createServer()
  return toListening(server, address, async (listener) => {
    server.on('request', listener)
    await mayListen()
    server.listen(address.port, address.hostname)
    await once(server, 'listening')
  })
}

interface Address {
  readonly port: number
  readonly hostname: string
}

function toListening(server: Server, { port, hostname }: Address, answer: Listening['answer']): Listening {
  const streams = new Set<ServerResponse>()
  server.on('request', (request, response) => {
    if (!request.headers.accept?.includes('text/event-stream')) return
    streams.add(response)
    response.once('close', () => streams.delete(response))
  })
  return {
    origin: originOf(hostname, port),
    port,
    answer,
    async drain(limitMs = 8000) {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), limitMs)
      // Event streams never end by themselves; their clients connect again, to another host or the next one.
      for (const stream of streams) stream.destroy()
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
    },
  }
}

const sayStarting: RequestListener = ({ url }, response) => {
  const isAlive = url === '/healthz'
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '1' }
  response.writeHead(isAlive ? 200 : 503, headers).end(JSON.stringify(isAlive ? { status: 'ok' } : STARTING))
}

const STARTING = { error: 'The host is starting' }

function originOf(hostname: string, port: number): string {
  const isOwn = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(hostname)
  return `http://${isOwn ? 'localhost' : hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
