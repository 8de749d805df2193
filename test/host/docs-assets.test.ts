import { expect, test } from 'vitest'
import { createDocsAssets } from '../../packages/host/src/pages/docs/assets.ts'

const assets = createDocsAssets('/docs/assets')
const get = (path: string, init?: RequestInit) => assets.serve(new Request(`http://host${path}`, init))

test('scripts and styles are kept for ever under a path that changes with them', async () => {
  expect(assets.path).toMatch(/^\/docs\/assets\/[0-9a-f]{16}$/)
  const response = await get(`${assets.path}/docs.js`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(response?.status).toBe(200)
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect((await response?.arrayBuffer())?.byteLength).toBe(Number(response?.headers.get('content-length')))
})

test('without compression the same text is sent, with another tag', async () => {
  const plain = await get(`${assets.path}/docs.css`)
  const zipped = await get(`${assets.path}/docs.css`, { headers: { 'accept-encoding': 'gzip' } })
  expect(plain?.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await plain?.text()).toContain(':root')
  expect(plain?.headers.get('etag')).not.toBe(zipped?.headers.get('etag'))
})

test('a known tag is answered with 304, HEAD without a body', async () => {
  const etag = (await get(`${assets.path}/docs.js`))?.headers.get('etag') ?? ''
  const again = await get(`${assets.path}/docs.js`, { headers: { 'if-none-match': `"x", W/${etag}` } })
  expect(again?.status).toBe(304)
  const head = await get(`${assets.path}/docs.js`, { method: 'HEAD' })
  expect(Number(head?.headers.get('content-length'))).toBeGreaterThan(100)
  expect(await head?.text()).toBe('')
})

test.each([
  '/package.json',
  '/../package.json',
  '/%2e%2e%2fpackage.json',
  '/..%2f..%2fpackage.json',
  '/docs.js.map',
  '/constructor',
  '/',
  '',
])('nothing else is served: %j', async (path) => {
  expect(await get(`${assets.path}${path}`)).toBeUndefined()
})

test('only reading is served', async () => {
  expect(await get(`${assets.path}/docs.js`, { method: 'POST' })).toBeUndefined()
})
