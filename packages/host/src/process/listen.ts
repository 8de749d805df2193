import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as TcpServer, type AddressInfo } from 'node:net'
import { setImmediate as eventsOfNow, setTimeout as sleep } from 'node:timers/promises'

/** An open port. */
export interface Listening {
  /** Its address for a browser on this machine. */
  readonly origin: string
  readonly port: number
  /** Starts answering requests. Before that, clients are told that the host is starting. */
  answer(listener: RequestListener): Promise<void>
  /**
   * Closes the port without losing a request. From now on every response closes its connection and says so, so that clients
   * connect elsewhere. Connections without a request end five seconds after the port was closed.
   */
  drain(options?: DrainOptions): Promise<void>
}

export interface DrainOptions {
  /** Milliseconds for which new connections are still accepted, until load balancers have noticed. Default: 0. */
  readonly graceMs?: number
  /** Milliseconds after that for running requests to finish before they are cut off. Default: 8,000. */
  readonly limitMs?: number
  /** Closes idle connections immediately, which loses a request that is just arriving on one. Default: false. */
  readonly cutsIdle?: boolean
}

/**
 * Opens the port before anything else: a port that is already in use is reported before the database is touched, mailed links can
 * contain the port assigned for `PORT=0`, and health checks see the process during a long migration.
 */
export async function listen({ port, hostname }: Address): Promise<Listening> {
  const server = createServer({ requestTimeout: REQUEST_MS }, sayStarting)
  server.listen(port, hostname)
  await once(server, 'listening')
  return toListening(server, { port: (server.address() as AddressInfo).port, hostname }, async (listener) => {
    server.off('request', sayStarting)
    server.on('request', listener)
  })
}

/** Opens the port only once this process can answer requests: `mayListen` resolves when it is its turn. */
export function listenLater(address: Address, mayListen: () => Promise<void>): Listening {
  const server = createServer({ requestTimeout: REQUEST_MS })
  return toListening(server, address, async (listener) => {
    server.on('request', listener)
    await mayListen()
    server.listen(address.port, address.hostname)
    await once(server, 'listening')
  })
}

/** Time for a request to arrive, which is an upload of 1 GB at 2.4 Mbit/s. Its headers still have one minute. */
const REQUEST_MS = 3_600_000

/**
 * Milliseconds after which a connection without a request ends, as announced to the client. It is longer than proxies keep theirs
 * (HAProxy: 5 s, nginx and most load balancers: 60 s): if the host closed a connection just as a proxy sends a POST on it, the
 * proxy could not know whether it has been handled, and would report an error.
 */
const KEEP_ALIVE = 75_000

/** Milliseconds after which connections without a request end when no new ones are accepted. */
const IDLE = 5_000

interface Address {
  readonly port: number
  readonly hostname: string
}

function toListening(server: Server, { port, hostname }: Address, answer: Listening['answer']): Listening {
  const open = new Map<ServerResponse, IncomingMessage>()
  server.keepAliveTimeout = KEEP_ALIVE
  let isDraining = false
  server.prependListener('request', (request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  return {
    origin: originOf(hostname, port),
    port,
    answer,
    async drain({ graceMs = 0, limitMs = 8_000, cutsIdle = false } = {}) {
      if (!server.listening) return
      isDraining = true
      for (const response of open.keys()) if (!response.headersSent) response.shouldKeepAlive = false
      if (graceMs > 0) await sleep(graceMs)
      // Connections that wait to be accepted would be reset.
      await eventsOfNow()
      const closed = once(server, 'close')
      // The `close` method of the HTTP server would reset connections on which a request is arriving that it has not seen yet.
      TcpServer.prototype.close.call(server)
      let sweep: NodeJS.Timeout | undefined
      const sweepIdle = () => void (sweep = setInterval(() => server.closeIdleConnections(), 50))
      const idle = setTimeout(sweepIdle, cutsIdle ? 0 : IDLE)
      const cut = setTimeout(() => server.closeAllConnections(), limitMs)
      for (const [response, request] of open) if (isEndless(request)) response.destroy()
      await closed
      clearTimeout(idle)
      clearInterval(sweep)
      clearTimeout(cut)
    },
  }
}

/**
 * Whether the response is an endless event stream, whose client reconnects to another host or the next process. Streams that
 * answer a POST (a chat, an MCP tool) end with their work.
 */
const isEndless = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.accept?.includes('text/event-stream') === true

const sayStarting: RequestListener = ({ url }, response) => {
  const isAlive = url === '/healthz'
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '1' }
  // The connection may lead to a process other than the one that will answer.
  response.shouldKeepAlive = false
  response.writeHead(isAlive ? 200 : 503, headers).end(JSON.stringify(isAlive ? { status: 'ok' } : STARTING))
}

const STARTING = { error: 'The host is starting' }

function originOf(hostname: string, port: number): string {
  const isOwn = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(hostname)
  return `http://${isOwn ? 'localhost' : hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
