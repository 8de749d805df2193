import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireRequest } from '../../../packages/testing/src/route-request.ts'
import type { Manner } from './hostile-request.ts'

/** What came back; nothing when the client broke off. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Names, values and body as they came. */
  readonly bytes: Buffer
  readonly body: Buffer
}

/** Longest wait for an answer, and for each further part of it: an export of a long log takes minutes. */
const PATIENCE = 30_000
/** Longest wait for what a model answers; the host itself waits for it half a minute. */
const PATIENCE_WITH_MODELS = 60_000
const ASKS_MODEL = '/api/ai_assistant/'
/** How long somebody waits who only wants the host to begin. */
const IMPATIENCE = 500
/** How long a stream is read. */
const STREAM_READ = 300
const STREAM_READ_PATIENTLY = 5_000
/** Where the client itself lies about the length of its body, no answer is due. */
const LITTLE_PATIENCE = 500

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
/** Whoever guesses passwords has an address of their own, so that logins from that of the other requests are not refused with theirs. */
const guesser = new Agent({ keepAlive: true, maxSockets: 10, localAddress: '127.0.0.3' })
const LOGIN = '/api/auth/login'

/** Sends one request in its manner. `null` when the client broke off itself, an error when the host did. */
export async function send(url: string, wire: WireRequest, manner: Manner): Promise<Received | null> {
  try {
    return await sendOnce(url, wire, { manner, agent: wire.path.startsWith(LOGIN) ? guesser : agent })
  } catch (error) {
    // The host had closed the connection, as it may when nothing is on it, before the request arrived.
    if (error instanceof Unheard) return sendOnce(url, wire, { manner, agent: false })
    throw error
  }
}

class Unheard extends Error {}

/** The host broke off an answer that had begun. */
export class BrokenOff extends Error {}

async function sendOnce(
  url: string,
  wire: WireRequest,
  { manner, agent }: { manner: Manner; agent: Agent | false },
): Promise<Received | null> {
  const isFramed = !('content-length' in wire.headers || 'transfer-encoding' in wire.headers)
  const { hostname, port } = new URL(url)
  const { method, path, headers } = wire
  const body = wire.body === undefined ? undefined : Buffer.from(wire.body)
  const sent = request({
    hostname,
    port,
    method,
    path: toAscii(path),
    headers: toHeaders(headers, isFramed ? body : undefined),
    // After a lie about the length, the host would take the next request on the connection for the rest of the body.
    agent: isFramed && agent,
  })
  const patience = setTimeout(
    () => sent.destroy(new Error('No whole answer')),
    isFramed ? patienceFor(path) : LITTLE_PATIENCE,
  )
  let isCut = !isFramed
  let hasBegun = false
  // Once the answer has begun, its reader hears of what fails.
  sent.on('error', () => {})
  try {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    answered.catch(() => {})
    if (manner === 'cut') {
      isCut = true
      await cut(sent, body)
      return null
    }
    await (manner === 'in drops' && body ? drip(sent, body) : finish(sent, body))
    if (manner === 'impatient') {
      setTimeout(() => {
        isCut = true
        sent.destroy()
      }, IMPATIENCE).unref()
    }
    const [answer] = await answered
    hasBegun = true
    return await read(answer, manner, () => patience.refresh())
  } catch (error) {
    if (isCut || isEarlyRefusal(error, body)) return null
    if (hasBegun) throw new BrokenOff(`broken off: ${String(error)}`, { cause: error })
    if (sent.reusedSocket && codeOf(error) === 'ECONNRESET') throw new Unheard('closed', { cause: error })
    throw error
  } finally {
    clearTimeout(patience)
  }
}

const patienceFor = (path: string) => (path.startsWith(ASKS_MODEL) ? PATIENCE_WITH_MODELS : PATIENCE)

function toHeaders(headers: WireRequest['headers'], body: Buffer | undefined): Record<string, string> {
  const length = body && { 'content-length': String(body.length) }
  return { ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toLatin(value)])), ...length }
}

/** What a header can hold at all. */
const toLatin = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '?')
const toAscii = (text: string) => text.replace(/[^\x21-\x7e]/g, (other) => encodeURIComponent(other.toWellFormed()))

async function finish(sent: ClientRequest, body: Buffer | undefined): Promise<void> {
  sent.end(body)
}

async function drip(sent: ClientRequest, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / 8)
  for (let start = 0; start < body.length && !sent.destroyed; start += size) {
    sent.write(body.subarray(start, start + size))
    await sleep(50)
  }
  sent.end()
}

/** In the middle of its body, or right behind it. */
async function cut(sent: ClientRequest, body: Buffer | undefined): Promise<void> {
  if (body && body.length > 1) sent.write(body.subarray(0, body.length / 2))
  else sent.end()
  await sleep(5)
  sent.destroy()
}

async function read(answer: IncomingMessage, manner: Manner, onPart: () => unknown): Promise<Received> {
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
  const stop = isStream
    ? setTimeout(() => answer.destroy(), manner === 'patient' ? STREAM_READ_PATIENTLY : STREAM_READ)
    : undefined
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer)
      onPart()
      if (manner === 'slow reader') await sleep(20)
    }
  } catch (error) {
    if (!isStream) throw error
  } finally {
    clearTimeout(stop)
  }
  const body = Buffer.concat(chunks)
  const head = Buffer.from(answer.rawHeaders.join('\n'), 'latin1')
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat([head, body]), body }
}

/** A host that has answered 413 need not take the rest, and the client may see the reset before the answer. */
function isEarlyRefusal(error: unknown, body: Buffer | undefined): boolean {
  return (body?.length ?? 0) > 500_000 && ['EPIPE', 'ECONNRESET'].includes(codeOf(error))
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''
