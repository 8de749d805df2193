import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { defineModule, get, open, signedIn, toNodeHandler } from '@plinth/core'
import { toEventStream } from '@plinth/core/http'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { replaceGlobals } from '../../_setup/replaced-globals.ts'

const Native = Response

async function* events() {
  yield { data: 1 }
}
const answers = defineModule({
  id: 'answers',
  title: 'Answers',
  routes: [
    get('/plain', { access: open, response: z.object({ n: z.number() }) }, () => ({ n: 1 })),
    get('/closed', { access: signedIn, response: z.object({}) }, () => ({})),
    get('/broken', { access: open, response: z.object({ n: z.number() }) }, () => ({ n: 'one' }) as never),
    get('/stream', { access: open, response: z.never() }, () => toEventStream(events())),
    get('/global', { access: open, response: z.never() }, () => new Response(null, { status: 302 })),
    get('/named/{name}', { access: open, response: z.object({}) }, () => ({})),
    get('/native', { access: open, response: z.never() }, () => new Native('native', { status: 202 })),
  ],
})

test('answers are what they are where the global Response has been replaced', async () => {
  using _globals = replaceGlobals()
  await using app = await testApp({ modules: [answers] })
  const fetch = (request: Request) => app.platform.fetch(request)
  const hono = await listen(getRequestListener(new Hono().all('*', ({ req }) => fetch(req.raw)).fetch))
  expect(Response).not.toBe(Native)
  const beside = await listen(toNodeHandler(app.platform))
  for (const url of [hono, beside]) {
    expect(await see(`${url}/api/plain`)).toEqual([200, '{"n":1}'])
    expect(await see(`${url}/closed`)).toEqual([401, '{"error":"Unauthorized"}'])
    expect(await see(`${url}/nowhere`)).toEqual([404, '{"error":"Not Found"}'])
    expect(await see(`${url}/broken`)).toMatchObject([500, expect.stringContaining('Internal server error')])
    expect(await see(`${url}/stream`)).toEqual([200, 'data: 1\n\n'])
    expect(await see(`${url}/named/%E0%A4%A`)).toEqual([400, '{"error":"Bad Request"}'])
    expect(await see(`${url}/global`)).toEqual([302, ''])
    expect(await see(`${url}/native`)).toEqual([202, 'native'])
    expect(await see(`${url}/plain`, { method: 'OPTIONS' })).toEqual([204, ''])
  }
  // What other servers ask of an answer.
  expect(await app.platform.fetch(new Request('http://localhost/plain'))).toBeInstanceOf(Response)
})

test('another origin that may call is also told of errors', async () => {
  await using app = await testApp({ modules: [answers], cors: { origins: ['https://app.example.com'] } })
  const answer = await app.fetch('/closed', { headers: { origin: 'https://app.example.com' } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
})

async function see(url: string, init: RequestInit = {}): Promise<[number, string]> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  return [answer.status, await answer.text()]
}

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
