import { signInPages } from '@plinth/console'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'

const posted: string[] = []
let base: string

/** Answers every login with 401. */
const pages = signInPages({
  modules: [],
  async fetch(request) {
    if (request.method === 'POST') posted.push(`${request.headers.get('origin')} ${await request.text()}`)
    return Response.json({ error: 'Invalid email or password' }, { status: 401 })
  },
})

async function answer(incoming: IncomingMessage): Promise<Response> {
  const url = new URL(incoming.url ?? '/', base)
  const sent = new Headers(incoming.headers as Record<string, string>)
  const body = incoming.method === 'POST' ? Buffer.concat((await incoming.toArray()) as Buffer[]) : null
  return (
    (await pages(new Request(url, { method: incoming.method!, headers: sent, body }))) ??
    new Response(null, { status: 404 })
  )
}

describe('in Chromium', () => {
  let server: Server
  let browser: Browser
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { status, headers, ...result } = await answer(request).then(async (reply) => ({
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: Buffer.from(await reply.arrayBuffer()),
      }))
      response.writeHead(status, headers).end(result.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  /** A page whose console must stay silent and that must ask no other server. */
  async function open(path: string, options: { javaScriptEnabled?: boolean; colorScheme?: 'dark' } = {}) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // Chromium reports every answer of 400 and above; the form below is answered with 401 on purpose.
      const expected = message.text().includes('status of 401')
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) complaints.push(request.url())
    })
    await page.goto(base + path)
    return { page, complaints, close: () => context.close() }
  }

  test('the login form works without JavaScript', async () => {
    const { page, complaints, close } = await open('/login?redirect=%2Fx', { javaScriptEnabled: false })
    await page.getByLabel('E-mail address').fill('ann@example.com')
    await page.getByLabel('Password').fill('p&ss wörd')
    await page.getByLabel('Keep me signed in').check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(posted).toEqual([`${base} redirect=%2Fx&email=ann%40example.com&password=p%26ss+w%C3%B6rd&remember=on`])
    expect(await page.getByRole('alert').textContent()).toBe('Invalid email or password')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ann@example.com')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    expect(complaints).toEqual([])
    await close()
  })

  test('the style applies under the policy, also in the dark', async () => {
    const { page, complaints, close } = await open('/login', { colorScheme: 'dark' })
    expect(await page.locator('main').evaluate((card) => getComputedStyle(card).backgroundColor)).toBe(
      'rgb(28, 31, 37)',
    )
    expect(complaints).toEqual([])
    await close()
  })
})
