import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Loose } from '../_chat.ts'
import { anthropicEvents } from './anthropic.ts'
import { googleEvents } from './google.ts'
import { openaiAnswer, openaiEvents } from './openai.ts'

/** What a scripted model does when it is asked. */
export interface Step {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[]
  /** Answers this status instead. */
  readonly status?: number
  /** Says no more after its text, until the client goes away. */
  readonly hangs?: boolean
  /** Cuts the connection after its text. */
  readonly breaks?: boolean
}

/** A step, or what makes one from what the model was told. */
export type Script = readonly (Step | ((asked: Loose) => Step))[]

export type Protocol = 'openai' | 'anthropic' | 'google'

/** One frame on the wire. */
export type WireEvent = { readonly event?: string; readonly data: unknown }

const protocols = { openai: openaiEvents, anthropic: anthropicEvents, google: googleEvents } as const

export interface ModelServer extends AsyncDisposable {
  /** As the option `baseUrl`. */
  readonly url: string
  /** The bodies of all requests, in order. */
  readonly asked: readonly Loose[]
  /** How many clients went away before the answer was complete. */
  readonly gone: () => number
  /** Goes on with another script. */
  readonly play: (script: Script) => void
}

/** A real HTTP server that speaks a provider's streaming protocol and says what a script tells it. */
export async function modelServer(protocol: Protocol, script: Script): Promise<ModelServer> {
  const asked: Loose[] = []
  let steps = [...script]
  let gone = 0
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    asked.push(body)
    const next = steps.shift() ?? { text: 'There is nothing more in the script.' }
    const step = typeof next === 'function' ? next(body) : next
    if (step.status) {
      response.writeHead(step.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'The key sk-leaked is wrong', type: 'scripted' } }))
      return
    }
    if (protocol === 'openai' && (body as { stream?: boolean }).stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(openaiAnswer(step)))
      return
    }
    response.on('close', () => {
      if (!response.writableFinished) gone++
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = protocols[protocol](step, asked.length)
    const cut = step.hangs || step.breaks ? Math.ceil(events.length / 2) : events.length
    for (const { event, data } of events.slice(0, cut)) {
      response.write(
        `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
      )
    }
    if (step.breaks) response.destroy()
    else if (!step.hangs) response.end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = protocol === 'google' ? '/v1beta' : '/v1'
  return {
    url: `http://127.0.0.1:${port}${path}`,
    asked,
    gone: () => gone,
    play(script) {
      steps = [...script]
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
