import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Proxy } from './_proxies.ts'

export const SITE = 'app.example.com'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** A body that is produced as it is sent. */
  readonly body?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  readonly agent?: Agent
}

/** Where a client connects from and to, and whom it trusts. */
interface Place {
  readonly host: string
  readonly port: number
  readonly servername: string
  readonly ca: string
  readonly localAddress: string
}

/** A client of a proxy at an address of its own on this machine. */
export class Client {
  readonly #proxy: Pick<Proxy, 'port' | 'plainPort'>
  readonly #options: Place
  token: string | undefined

  constructor(
    proxy: Pick<Proxy, 'port' | 'plainPort'>,
    { pem, address }: { readonly pem: string; readonly address: string },
  ) {
    this.#proxy = proxy
    this.#options = { host: '127.0.0.1', port: proxy.port, servername: SITE, ca: pem, localAddress: address }
  }

  /** An agent that keeps connections. */
  keep(maxSockets = 1): Agent {
    return new Agent({ ...this.#options, keepAlive: true, maxSockets })
  }

  /** A connection for whoever speaks one of these protocols on it. */
  async connect(...protocols: readonly ('h2' | 'http/1.1')[]): Promise<TLSSocket> {
    const socket = connectTls({ ...this.#options, ALPNProtocols: [...protocols] })
    await once(socket, 'secureConnect')
    // The test ends it, and what the other side does then does not matter.
    return socket.on('error', () => undefined)
  }

  /** Sends a request and does not read the answer. */
  async open(path: string, { method = 'GET', headers = {}, json, body, agent }: Call = {}): Promise<IncomingMessage> {
    const text = json === undefined ? undefined : JSON.stringify(json)
    const sent = {
      host: SITE,
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...headers,
    }
    const asked = request({ ...this.#options, agent: agent ?? false, path, method, headers: sent })
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    if (body) await Promise.race([pipeline(Readable.from(body), asked), answered])
    else asked.end(text)
    const [answer] = await answered
    return answer
  }

  async send(path: string, call?: Call): Promise<Answer> {
    const answer = await this.open(path, call)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return { status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() }
  }

  async json<T>(path: string, call?: Call): Promise<T> {
    const { status, text } = await this.send(path, call)
    if (status >= 300) throw new Error(`${call?.method ?? 'GET'} ${path}: ${status} ${text}`)
    return JSON.parse(text) as T
  }

  /** Waits until the proxy has found a host. */
  async untilReady(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { status } = await this.send('/readyz')
      if (status === 200) return
      if (attempt === 100) throw new Error(`Not ready: ${status}`)
      await sleep(150)
    }
  }

  /** A request without TLS. */
  async sendPlain(path: string): Promise<Pick<Answer, 'status' | 'headers'>> {
    const { host, localAddress } = this.#options
    const asked = plainRequest({ host, localAddress, port: this.#proxy.plainPort, path, headers: { host: SITE } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return { status: answer.statusCode!, headers: answer.headers }
  }

  /** Logs in, with further headers. */
  async logIn(email: string, password: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = Buffer.from(String(new URLSearchParams({ email, password })))
    const answer = await this.send('/api/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(form.length),
        ...headers,
      },
      body: [form],
    })
    if (answer.status === 200) this.token = (JSON.parse(answer.text) as { token: string }).token
    return answer
  }
}
