import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Pieces = Iterable<string>

/** What a model server answers to everything that it is asked. */
export interface HostileAnswer {
  readonly text?: Pieces
  readonly call?: { readonly name: string; readonly arguments: Pieces }
  /** So many calls without arguments. */
  readonly calls?: number
  /** Bytes of a line that never ends. */
  readonly line?: number
  /** Characters of an answer that is no stream. */
  readonly whole?: number
  /** Bytes of a failure. */
  readonly failure?: number
  readonly usage?: object
}

function* repeated(piece: string, characters: number): Pieces {
  for (let sent = 0; sent < characters; sent += piece.length) yield piece
}

const MB = 1_000_000
const name = 'auth_roles_create'

function* argumentsOf(piece: string, characters: number): Pieces {
  yield '{"name":"Hostile'
  yield* repeated(piece, characters)
  yield '"}'
}

/** Answers that a host must outlive. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  '200 MB of text': { text: { [Symbol.iterator]: () => repeated('x'.repeat(10_000), 200 * MB)[Symbol.iterator]() } },
  'endless text in small pieces': {
    text: { [Symbol.iterator]: () => repeated('x', 3 * MB)[Symbol.iterator]() },
  },
  'one line of 150 MB': { line: 150 * MB },
  'arguments of 8 MB': {
    call: { name, arguments: { [Symbol.iterator]: () => argumentsOf('x'.repeat(1_000), 8 * MB)[Symbol.iterator]() } },
  },
  'arguments of 60 MB': {
    call: { name, arguments: { [Symbol.iterator]: () => argumentsOf('x'.repeat(50_000), 60 * MB)[Symbol.iterator]() } },
  },
  'arguments of 2 MB, letter by letter': {
    call: { name, arguments: { [Symbol.iterator]: () => argumentsOf('x', 2 * MB)[Symbol.iterator]() } },
  },
  '10,000 calls at once': { calls: 10_000 },
}

/** The same for runs that have little time: each is still more than is taken of one step. */
export const smallHostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  '2 MB of text': { text: [...repeated('x'.repeat(10_000), 2 * MB)] },
  'one line of 2 MB': { line: 2 * MB },
  'arguments of 2 MB': { call: { name, arguments: [...argumentsOf('x'.repeat(10_000), 2 * MB)] } },
  '100 calls at once': { calls: 100 },
}

export interface HostileModelServer extends AsyncDisposable {
  /** As the option `baseUrl`. */
  readonly url: string
  readonly asked: () => number
  /** Bytes that were sent. */
  readonly sent: () => number
  /** How many answers are over: complete, or broken off by the client. */
  readonly over: () => number
  /** Goes on with other answers, in turn, and counts from 0. */
  readonly play: (...answers: HostileAnswer[]) => void
}

/** A server that speaks OpenAI's protocol and does not stop. */
export async function hostileModelServer(...first: HostileAnswer[]): Promise<HostileModelServer> {
  let answers: readonly HostileAnswer[] = first
  let [asked, sent, over] = [0, 0, 0]
  const write = async (response: ServerResponse, text: string) => {
    if (response.destroyed) throw new Error('gone')
    sent += Buffer.byteLength(text)
    if (response.write(text)) return
    const closed = new AbortController()
    try {
      await Promise.race([
        once(response, 'drain', { signal: closed.signal }),
        once(response, 'close', { signal: closed.signal }),
      ])
    } finally {
      closed.abort()
    }
  }
  const event = (response: ServerResponse, delta: object, finish: string | null = null) =>
    write(response, `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  const long = async (response: ServerResponse, bytes: number) => {
    const piece = 'x'.repeat(65_536)
    for (let left = bytes; left > 0; left -= piece.length) await write(response, piece)
  }
  async function stream(response: ServerResponse, { text, call, calls = 0, line, usage }: HostileAnswer) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of text ?? []) await event(response, { content })
    if (line !== undefined) {
      await write(response, 'data: {"choices":[{"index":0,"delta":{"content":"')
      await long(response, line)
      await write(response, '"}}]}\n\n')
    }
    if (call) {
      const called = { index: 0, id: `call_${asked}`, type: 'function', function: { name: call.name, arguments: '' } }
      await event(response, { tool_calls: [called] })
      for (const piece of call.arguments)
        await event(response, { tool_calls: [{ index: 0, function: { arguments: piece } }] })
    }
    for (let index = 0; index < calls; index++)
      await event(response, {
        tool_calls: [
          { index, id: `call_${index}`, type: 'function', function: { name: 'context_whoami', arguments: '{}' } },
        ],
      })
    await event(response, {}, call || calls > 0 ? 'tool_calls' : 'stop')
    if (usage) await write(response, `data: ${JSON.stringify({ choices: [], usage })}\n\n`)
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    const answer = answers[asked++ % answers.length]!
    request.resume()
    response.on('close', () => over++)
    const answered = async () => {
      if (answer.whole === undefined && answer.failure === undefined) return stream(response, answer)
      response.writeHead(answer.failure === undefined ? 200 : 400, { 'content-type': 'application/json' })
      await write(response, '{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"')
      await long(response, answer.whole ?? answer.failure ?? 0)
      response.end('"}}]}')
    }
    answered().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    sent: () => sent,
    over: () => over,
    play(...next) {
      answers = next
      ;[asked, sent, over] = [0, 0, 0]
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
