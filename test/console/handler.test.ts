import { consoleHandler } from '@plinth/console'
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineModule, input, lines, resource, Scoped, signedIn } from '@plinth/core'
import { consolePages } from '@plinth/points'
import { serve } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { de } from '../../packages/console/client/texts/de.ts'
import { en } from '../../packages/console/client/texts/en.ts'
import { es } from '../../packages/console/client/texts/es.ts'
import { pl } from '../../packages/console/client/texts/pl.ts'
import { toNode } from './_console.ts'

const asked: Request[] = []
/** A platform that knows whoever sends a cookie. */
const platform = {
  modules: [],
  async fetch(request: Request) {
    asked.push(request)
    if (request.headers.get('cookie') !== 'auth_token=valid')
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    const isProfile = request.url.endsWith('/auth/profile')
    return Response.json(
      isProfile ? { email: `"<b>'&@example.com`, roles: [] } : { groups: [], grantedFeatures: ['*'] },
    )
  },
}
const visit = (handler: (request: Request) => Promise<Response>, path: string, headers: Record<string, string> = {}) =>
  handler(new Request(`https://product.example${path}`, { headers: { cookie: 'auth_token=valid', ...headers } }))

/** The addresses in a page of the console. */
const filesIn = (html: string) => [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]*)"/g)].map(([, path]) => path!)

test('a visitor without a login is sent to the login page, and back to the page they wanted', async () => {
  const handler = consoleHandler(platform)
  const answer = await visit(handler, '/backend/users?search=ann', { cookie: '' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/api/auth/session/refresh?redirect=%2Fbackend%2Fusers%3Fsearch%3Dann')
  // Proxies refuse headers of more than some kilobytes, and encoding makes this one longer.
  const long = await visit(handler, `/backend/users?search=${'"'.repeat(2_000)}`, { cookie: '' })
  expect(long.headers.get('location')).toBe('/api/auth/session/refresh?redirect=%2Fbackend%2Fusers')
  const longer = await visit(handler, `/backend/${'"'.repeat(2_000)}`, { cookie: '' })
  expect(longer.headers.get('location')).toBe('/api/auth/session/refresh?redirect=%2Fbackend')
})

test('only the cookie and what concerns the browser are passed to the API', async () => {
  asked.length = 0
  await visit(consoleHandler(platform), '/backend', { authorization: 'Bearer x', 'x-api-key': 'y' })
  expect(
    asked.map(({ url, headers }) => [
      url,
      headers.get('cookie'),
      headers.get('authorization'),
      headers.get('x-api-key'),
    ]),
  ).toEqual([
    ['https://product.example/api/auth/admin/nav', 'auth_token=valid', null, null],
    ['https://product.example/api/auth/sidebar/applied', 'auth_token=valid', null, null],
    ['https://product.example/api/auth/profile', 'auth_token=valid', null, null],
    ['https://product.example/api/auth/profile/settings', 'auth_token=valid', null, null],
    ['https://product.example/api/auth/list-views/defaults', 'auth_token=valid', null, null],
  ])
})

test('the page has a strict policy, nothing inline, and escapes what comes from outside', async () => {
  const answer = await visit(consoleHandler(platform, { name: '</title><script>alert(1)</script>' }), '/backend')
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(html).not.toMatch(/<script(?! type="module" src=")|<style| style=| on\w+=|<b>/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('what follows from the routes of a resource is not said again, and its texts come in all languages', async () => {
  const access = defineFeatures('shop', { all: 'All' }).all
  const properties = { name: p.string() }
  const Customer = defineEntity({ name: 'Customer', tableName: 'customers', extends: Scoped, properties })
  const Order = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: { paidOn: p.date(), customer: () => p.manyToOne(Customer) },
  })
  const Item = defineEntity({
    name: 'Item',
    tableName: 'items',
    extends: Scoped,
    properties: { order: () => p.manyToOne(Order), payer: () => p.manyToOne(Customer) },
  })
  const both = { read: access, write: access }
  const customers = resource('/customers', Customer, {
    access: both,
    input: input(Customer, ['name']),
    list: { select: ['id', 'name'] },
  })
  const orders = resource('/orders', Order, {
    access: both,
    input: input(Order, ['paidOn', 'customer']),
    lines: { items: lines(Item, { parent: 'order', input: input(Item, ['payer']) }) },
    list: { select: ['id', 'paidOn', 'customer'] },
  })
  const shop = defineModule({
    id: 'shop',
    title: 'Shop',
    routes: [...customers.routes, ...orders.routes],
    contributes: [consolePages.of({ path: 'orders', resource: '/orders', title: 'Orders', access })],
  })
  const german: Readonly<Record<string, string>> = { Shop: 'Laden', Orders: 'Aufträge', 'Paid on': 'Bezahlt am' }
  const has = (language: string, text: string) => language === 'de' && text in german
  const tell = (language: string, text: string) => (has(language, text) ? german[text]! : text)
  const texts = { languages: ['en', 'de'], has, in: tell, message: tell }
  const document = () => ({ paths: { '/orders': { get: { properties: { id: {}, paidOn: {} } } }, '/others': {} } })
  const html = await (await visit(consoleHandler({ ...platform, modules: [shop], texts, document }), '/backend')).text()
  const content = /name="console" content="([^"]*)"/.exec(html)![1]!
  expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&#34;', '"'))).toMatchObject({
    pages: [
      {
        kind: 'shop.order',
        title: { en: 'Orders', de: 'Aufträge' },
        module: { title: { en: 'Shop', de: 'Laden' } },
        references: { customer: '/customers', 'items.payer': '/customers' },
      },
    ],
    members: { paidOn: { en: 'Paid on', de: 'Bezahlt am' } },
  })
})

test('whoever is signed in is told the titles of rights in all languages', async () => {
  const shop = defineModule({ id: 'shop', title: 'Shop', features: defineFeatures('shop', { view: 'View orders' }) })
  const has = (language: string, text: string) => language === 'de' && text === 'View orders'
  const tell = (language: string, text: string) => (has(language, text) ? 'Aufträge ansehen' : text)
  const texts = { languages: ['en', 'de'], has, in: tell, message: tell }
  const handler = consoleHandler({ ...platform, modules: [shop], texts })
  const answer = await visit(handler, '/backend/rights.json')
  expect(await answer.json()).toEqual({ 'shop.view': { en: 'View orders', de: 'Aufträge ansehen' } })
  expect((await visit(handler, '/backend/rights.json', { cookie: '' })).status).toBe(401)
})

test('files are named by content, compressed, and cached for ever', async () => {
  const handler = consoleHandler(platform)
  const html = await (await visit(handler, '/backend')).text()
  const files = filesIn(html)
  expect(files.length).toBeGreaterThan(2)
  expect(html).toMatch(/<link rel="preload" href="[^"]*inter-latin-\w+\.woff2" as="font"/)
  for (const file of files) {
    const plain = await visit(handler, file)
    expect([file, plain.status, plain.headers.get('cache-control')]).toEqual([
      file,
      200,
      'public, max-age=31536000, immutable',
    ])
    // As a worker, which draws documents of strangers, it reaches nothing.
    expect(plain.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'")
    if (file.endsWith('.woff2')) {
      expect(plain.headers.get('content-type')).toBe('font/woff2')
      expect((await visit(handler, file, { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe(null)
      continue
    }
    expect(plain.headers.get('content-type')).toMatch(/^text\/(javascript|css)/)
    const text = await plain.text()
    const br = await visit(handler, file, { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(text)
    const gz = await visit(handler, file, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gz.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).toString()).toBe(text)
  }
  expect((await visit(handler, '/backend/assets/unknown.js')).status).toBe(404)
  expect((await handler(new Request('https://product.example/backend', { method: 'POST' }))).status).toBe(405)
})

test('a product sets its name, logo and colours', async () => {
  const handler = consoleHandler(platform, { name: 'Acme', logo: '/logo.svg', accent: '#0f766e' })
  const html = await (await visit(handler, '/backend')).text()
  expect(html).toContain('<title>Acme</title>')
  const theme = filesIn(html).find((file) => file.includes('theme-'))!
  expect(await (await visit(handler, theme)).text()).toContain('--accent-light:#0f766e')
  expect(() => consoleHandler(platform, { accent: 'red;} body{display:none' })).toThrow('must be a CSS colour')
  expect(() => consoleHandler(platform, { basePath: '//elsewhere' })).toThrow('must be a path')
})

test('a visitor gets their language', async () => {
  const handler = consoleHandler(platform)
  const langOf = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await (await visit(handler, '/backend', headers)).text())?.[1]
  expect(await langOf({})).toBe('en')
  expect(await langOf({ 'accept-language': 'fr, pl;q=0.4, de-AT;q=0.8' })).toBe('de')
  expect(await langOf({ cookie: 'auth_token=valid', 'accept-language': 'xx' })).toBe('en')
  // A weight of 0 refuses a language.
  expect(await langOf({ 'accept-language': 'de;q=0, pl;q=0.1' })).toBe('pl')
  expect(await langOf({ 'accept-language': 'de;q=0' })).toBe('en')
  // Nobody accepts so many languages.
  expect(await langOf({ 'accept-language': `${'xx, '.repeat(2_500)}de` })).toBe('en')
})

test('modules contribute pages as values, and mistakes are found at boot', async () => {
  const tags = defineModule({
    id: 'tags',
    title: 'Tags',
    contributes: [consolePages.of({ path: 'tags', resource: '/tags', title: 'Tags', access: signedIn })],
  })
  const html = await (await visit(consoleHandler({ ...platform, modules: [tags] }), '/backend')).text()
  expect(html).toContain('&quot;resource&quot;:&quot;/tags&quot;')
})

test('the console can be mounted in Express, Hono, Fastify and Next.js, on any path', async () => {
  const handler = consoleHandler(platform, { basePath: '/office/console', apiPath: '/office/api' })
  const node = toNode(handler, 'http://localhost')
  const inExpress = createServer(express().use('/office/console', (request, response) => void node(request, response)))
  const hono = new Hono()
    .all('/office/console/*', ({ req }) => handler(req.raw))
    .all('/office/console', ({ req }) => handler(req.raw))
  const inHono = serve({ fetch: hono.fetch, port: 0, overrideGlobalObjects: false }) as Server
  const fast = fastify()
  for (const path of ['/office/console', '/office/console/*'])
    fast.get(path, (request, reply) => {
      reply.hijack()
      void node(request.raw, reply.raw)
    })
  await fast.listen({ port: 0 })
  inExpress.listen(0)
  await Promise.all([inExpress, inHono].map((server) => server.listening || once(server, 'listening')))
  // What a route handler `app/office/console/[[...path]]/route.ts` of Next.js exports.
  const GET = (request: Request) => handler(request)
  const next = createServer((request, response) => void toNode(GET, 'http://localhost')(request, response)).listen(0)
  await once(next, 'listening')
  const servers = { express: inExpress, hono: inHono, fastify: fast.server, next }
  try {
    for (const [name, server] of Object.entries(servers)) {
      const base = `http://localhost:${(server.address() as AddressInfo).port}`
      const page = await fetch(`${base}/office/console/users`, { headers: { cookie: 'auth_token=valid' } })
      expect([name, page.status, page.headers.get('content-type')]).toEqual([name, 200, 'text/html; charset=utf-8'])
      const files = filesIn(await page.text())
      const statuses = await Promise.all(files.map(async (file) => (await fetch(base + file)).status))
      expect([name, new Set(statuses)]).toEqual([name, new Set([200])])
      const away = await fetch(`${base}/office/console/users`, { redirect: 'manual' })
      expect([name, away.headers.get('location')]).toEqual([
        name,
        '/office/api/auth/session/refresh?redirect=%2Foffice%2Fconsole%2Fusers',
      ])
    }
  } finally {
    inExpress.close()
    inHono.close()
    next.close()
    await fast.close()
  }
})

test('all languages are complete, with the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
  for (const [language, texts] of Object.entries({ de, es, pl })) {
    expect([language, Object.keys(texts).sort()]).toEqual([language, Object.keys(en).sort()])
    for (const [key, text] of Object.entries(texts)) {
      expect([language, key, text.trim() === '']).toEqual([language, key, false])
      expect([language, key, placeholders(text)]).toEqual([language, key, placeholders(en[key as keyof typeof en])])
    }
  }
})

test('files are sent as they are to servers that compress by themselves', async () => {
  const encodingOf = async (handler: ReturnType<typeof consoleHandler>, facts = {}) => {
    const files = filesIn(await (await visit(handler, '/backend')).text())
    const file = files.find((name) => name.endsWith('.js'))!
    const request = new Request(`https://product.example${file}`, { headers: { 'accept-encoding': 'br, gzip' } })
    return (await handler(Object.assign(request, facts))).headers.get('content-encoding')
  }
  expect(await encodingOf(consoleHandler(platform))).toBe('br')
  expect(await encodingOf(consoleHandler(platform, { compress: false }))).toBeNull()
  // As a route handler of Next.js gets it.
  expect(await encodingOf(consoleHandler(platform), { nextUrl: {} })).toBeNull()
})
