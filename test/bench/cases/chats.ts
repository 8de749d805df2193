import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'
import { allowBench } from './tools.ts'

const OPEN = 100

/** How soon a chat answers, what it costs beside the bare AI SDK on the same stream, and what open chats take. */
export async function* chats(database: BenchDatabase): AsyncGenerator<Result> {
  await using model = await startChild('scripted-model', {})
  await using platform = await startChild('tools', { DATABASE_URL: database.url, MODEL_URL: model.url })
  await allowBench(database)
  const headers = { authorization: `Bearer ${await logIn(platform.url)}`, 'content-type': 'application/json' }
  const url = `${platform.url}/ai_assistant/chat`
  const idle = await platform.memory()
  const open = await openChats(url, headers)
  yield {
    name: `memory of ${OPEN} open chats, above idle`,
    unit: 'MiB',
    subject: (await platform.memory()) - idle,
    target: 150,
    atMost: true,
  }
  open.abort()

  const say = (text: string, signal?: AbortSignal) => chat({ url, headers, text, signal })
  const first: number[] = []
  for (let time = 0; time < 60; time++) first.push((await say('short')).first)
  const warm = first.slice(10).toSorted((a, b) => a - b)
  yield { name: 'first frame of a chat', unit: 'ms', subject: warm[warm.length >> 1]!, target: 20, atMost: true }

  await using bare = await startChild('bare-ai-sdk', { MODEL_URL: model.url })
  yield {
    name: 'a chat of 1,000 pieces, against the bare AI SDK',
    unit: 'ms',
    ...(await compare(
      15,
      async () => (await chat({ url: `${bare.url}/chat`, headers, text: 'long' })).whole,
      async () => (await say('long')).whole,
    )),
    target: 1.1,
    atMost: true,
  }
}

interface Said {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly signal?: AbortSignal | undefined
}

/** Says something; answers the milliseconds to the first frame and to the end. */
async function chat(said: Said): Promise<{ first: number; whole: number }> {
  const started = performance.now()
  let first = 0
  let text = ''
  for await (const piece of await answerOf(said)) {
    first ||= performance.now() - started
    text += piece
  }
  if (!text.includes('THE END')) throw new Error(`The chat did not come to its end: ${text.slice(-1_000)}`)
  return { first, whole: performance.now() - started }
}

/** Chats of which each waits for its model to go on. They end when they are aborted. */
async function openChats(url: string, headers: Said['headers']): Promise<AbortController> {
  const ending = new AbortController()
  const { signal } = ending
  const begun = Array.from({ length: OPEN }, async () => {
    const pieces = await answerOf({ url, headers, text: 'hang', signal })
    const reader = pieces.getReader()
    for (let text = ''; !text.includes('"type":"text"');) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The chat has ended: ${text}`)
      text += value
    }
  })
  await Promise.all(begun)
  return ending
}

async function answerOf({ url, headers, text, signal }: Said): Promise<ReadableStream<string>> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: text }] })
  const answer = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return answer.body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
}
