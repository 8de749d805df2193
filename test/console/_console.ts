import { aiAssistant } from '@plinth/ai-assistant'
import { localStorage, storage } from '@plinth/attachments'
import { authFixtures, PASSWORD } from '@plinth/auth/testing'
import { consoleHandler } from '@plinth/console'
import { defineModule, get, open, provide, signedIn, toNodeHandler } from '@plinth/core'
import { directoryFixtures } from '@plinth/directory/testing'
import { consolePages } from '@plinth/points'
import { joinFixtures } from '@plinth/testing'
import { webhooks } from '@plinth/webhooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import { modelServer } from '../modules/ai-assistant/_providers/model-server.ts'
import { modules } from '../modules/together/_platform.ts'
import { contracts } from './_contracts.ts'
import { fleet } from './_fleet.ts'
import { billing } from './_invoices.ts'
import { shop } from './_shop.ts'

export { PASSWORD }

/** A page of a module that is an element of its own. */
const board = defineModule({
  id: 'board',
  title: 'Board',
  contributes: [
    consolePages.of({
      path: 'board',
      title: 'Board',
      element: 'test-board',
      script: '/api/board/board.js',
      access: signedIn,
    }),
  ],
  routes: [
    get(
      '/board/board.js',
      { access: open, response: z.string(), http: { contentType: 'text/javascript' } },
      async () => `customElements.define('test-board', class extends HTMLElement {
  set plinth(api) {
    api.get('/auth/profile').then(({ email }) => {
      const { h, render } = api.preact
      render(h('button', { onClick: () => api.toast('Hello ' + email) }, 'Greet'), this)
    })
  }
})`,
    ),
  ],
})

/** What the model of the assistant says. */
const CODE = `async () => api.request({ method: 'POST', path: '/auth/roles', body: { name: 'Packers' } })`
const SCRIPT = [{ calls: [{ name: 'execute', args: { code: CODE } }] }, { text: 'Done as you said.' }]

/** The header with the version of a record that a client has seen. */
export const VERSION = 'x-om-ext-optimistic-lock-expected-updated-at'

interface Write {
  readonly method: string
  readonly path: string
  /** Whether it says which version of the record it has seen. */
  readonly version: boolean
}

/** All modules and the console on a port of this machine. */
export async function openConsole() {
  const root = await mkdtemp(join(tmpdir(), 'plinth-console-'))
  // On a slow machine, requests would be sent on connections that the server has just closed.
  const server = createServer({ keepAliveTimeout: 120_000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const model = await modelServer('openai', SCRIPT)
  const providers = { openai: { apiKey: 'sk-console', baseUrl: model.url } }
  const assistant = aiAssistant({ provider: 'openai', model: 'scripted', providers })
  const own = [assistant, webhooks({ webhookHosts: ['hooks.example.com'], webhookLocalHosts: [`127.0.0.1:${port}`] })]
  const others = modules.filter(({ id }) => !own.some((one) => one.id === id))
  const app = await testApp({
    modules: [...others, board, contracts, fleet, shop, billing, ...own],
    prepare: joinFixtures(directoryFixtures, authFixtures).prepare,
    services: [provide(storage, () => localStorage({ root }))],
    origin: url,
    startAt: new Date(),
  })
  const writes: Write[] = []
  const serveConsole = toNode(consoleHandler(app.platform), url)
  const serveApi = toNodeHandler(app.platform)
  server.on('request', (request, response) => {
    const path = request.url ?? '/'
    // Only a browser says where a request comes from, not an API client.
    if (request.method !== 'GET' && request.headers['sec-fetch-site'])
      writes.push({ method: request.method!, path, version: request.headers[VERSION] !== undefined })
    if (path.startsWith('/backend')) void serveConsole(request, response)
    else if (path.startsWith('/login')) response.end('<!doctype html><title>Login</title>')
    else void serveApi(request, response)
  })
  // It is bundled once in each process, on a slow machine longer than a browser waits for its first page.
  await fetch(`${url}/backend`, { redirect: 'manual' })
  return {
    app,
    url,
    /** An address that webhooks may call, and that answers. */
    receiver: `http://127.0.0.1:${port}/login/webhooks`,
    /** What browsers have written. */
    writes: writes as readonly Write[],
    /** Logs a browser in. */
    async logIn(context: BrowserContext, email = 'admin@acme.com') {
      const answer = await context.request.post(`${url}/api/auth/login`, { form: { email, password: PASSWORD } })
      if (!answer.ok()) throw new Error(`${email} may not log in: ${answer.status()} ${await answer.text()}`)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Serves a fetch handler with Node's own server. */
export function toNode(handler: (request: Request) => Promise<Response>, origin: string) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers))
      if (value !== undefined) headers.set(name, String(value))
    const response = await handler(
      new Request(new URL(incoming.url ?? '/', origin), { method: incoming.method!, headers }),
    )
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  }
}
