import { setTimeout as sleep } from 'node:timers/promises'
import { defineModule, get, open } from '@plinth/core'
import { type ServerEvent, toEventStream } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

test('events are answered as they come, named and numbered, and end with their source', async () => {
  async function* source(): AsyncGenerator<ServerEvent> {
    yield { event: 'progress', id: '1', data: { percent: 50 } }
    yield { event: 'bad\nname', data: 'line\nbreak' }
  }
  await using app = await testApp({ modules: [streaming(source)] })
  const answer = await app.fetch('/stream')
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  expect(await answer.text()).toBe(
    'event: progress\nid: 1\ndata: {"percent":50}\n\nevent: bad name\ndata: "line\\nbreak"\n\n',
  )
})

test('events that are there together are sent together, and none of them to whoever may hear none any more', async () => {
  let asked = 0
  async function* source(): AsyncGenerator<readonly ServerEvent[]> {
    yield [{ data: 1 }, { data: 2 }]
    yield [{ data: 3 }, { data: 4 }]
  }
  const answer = toEventStream(source(), { isAllowed: async () => ++asked < 2 })
  const chunks: string[] = []
  for await (const chunk of answer.body!) chunks.push(new TextDecoder().decode(chunk))
  expect(chunks).toEqual(['data: 1\n\ndata: 2\n\n'])
  expect(asked).toBe(2)
})

test('a client that goes away ends the source', async () => {
  const ended = Promise.withResolvers<void>()
  async function* endless(): AsyncGenerator<ServerEvent> {
    try {
      for (let n = 0; ; n++) yield { data: n }
    } finally {
      ended.resolve()
    }
  }
  await using app = await testApp({ modules: [streaming(endless)] })
  const reader = (await app.fetch('/stream')).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 0\n\n')
  await reader.cancel()
  await ended.promise
})

test('a stream that breaks off ends its source', async () => {
  const ended = Promise.withResolvers<void>()
  async function* endless(): AsyncGenerator<ServerEvent> {
    try {
      for (let n = 0; ; n++) yield { data: n }
    } finally {
      ended.resolve()
    }
  }
  const isAllowed = () => Promise.reject(new Error('the database is away'))
  await expect(toEventStream(endless(), { isAllowed }).text()).rejects.toThrow('the database is away')
  await ended.promise
})

test('a quiet stream is kept open by comments', async () => {
  const quiet = Promise.withResolvers<ServerEvent>()
  async function* waiting(): AsyncGenerator<ServerEvent> {
    yield await quiet.promise
  }
  const reader = toEventStream(waiting(), { heartbeat: 5, retry: 2000 }).body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toBe('retry: 2000\n\n')
  expect(await read()).toBe(':heartbeat\n\n')
  quiet.resolve({ data: 'end' })
  await reader.cancel()
})

test('a source hears that its client has gone, and that the caller is not allowed any more', async () => {
  for (const how of ['gone', 'revoked'] as const) {
    const aborted = Promise.withResolvers<void>()
    let isAllowed = true
    const answer = toEventStream(
      async function* (signal) {
        signal.addEventListener('abort', () => aborted.resolve())
        yield { data: 1 }
        yield await new Promise<ServerEvent>((_, reject) => signal.addEventListener('abort', reject))
      },
      { isAllowed: async () => isAllowed },
    )
    const reader = answer.body!.getReader()
    await reader.read()
    isAllowed = false
    if (how === 'gone') await reader.cancel().catch(() => {})
    else expect((await reader.read().catch(() => ({ done: true }))).done).toBe(true)
    await aborted.promise
  }
})

function streaming(source: () => AsyncIterable<ServerEvent>) {
  return defineModule({
    id: 'streaming',
    title: 'Streaming',
    routes: [
      get('/stream', { access: open, response: z.never(), http: { contentType: 'text/event-stream' } }, () =>
        toEventStream(source()),
      ),
    ],
  })
}

test('a source that fails breaks the stream off and leaves no timer that would write into it', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', note)
  async function* failing(): AsyncGenerator<ServerEvent> {
    yield { data: 1 }
    throw new Error('The database cannot be reached')
  }
  const reader = toEventStream(failing(), { heartbeat: 5 }).body!.getReader()
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return
    })(),
  ).rejects.toThrow('cannot be reached')
  await sleep(50)
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})
