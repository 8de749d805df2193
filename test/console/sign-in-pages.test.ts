import { notFoundPage, signInPages } from '@plinth/console'
import { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

const ATTACK = `"><script>alert('1')</script>&`
/** What the platform was asked. */
const asked: Request[] = []
/** A platform in which a cookie signs in, and everything that is sent is wrong. */
const platform = {
  modules: [],
  async fetch(request: Request) {
    asked.push(request)
    const isSignedIn = request.headers.get('cookie') === 'auth_token=valid'
    return request.url.endsWith('/api/auth/profile')
      ? Response.json({}, { status: isSignedIn ? 200 : 401 })
      : Response.json({ ok: false, error: ATTACK }, { status: 401 })
  },
}
const pages = signInPages(platform)

interface Visit {
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

async function visit(path: string, { form, headers = {} }: Visit = {}): Promise<Response> {
  const init = form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers }
  const answer = await pages(new Request(`https://product.example${path}`, init))
  if (!answer) throw new Error(`${path} is no page`)
  return answer
}

const textOf = async (answer: Response) => answer.text()

test('everything that comes from outside is escaped', async () => {
  const target = encodeURIComponent(`/${ATTACK}`)
  const answers = [
    await visit(`/login?tenant=${encodeURIComponent(ATTACK)}&redirect=${target}`),
    await visit('/login', { form: { email: ATTACK, password: 'x', redirect: `/${ATTACK}`, tenantId: ATTACK } }),
    await visit(
      `/login?code=second_factor_required&challenge=${encodeURIComponent(ATTACK)}&factors=totp&redirect=${target}`,
    ),
    await visit('/login/factor', { form: { challenge: ATTACK, code: '1', factors: 'totp', redirect: `/${ATTACK}` } }),
    await visit('/reset', { form: { email: ATTACK } }),
    await visit(`/reset/${encodeURIComponent(ATTACK)}`, { form: { password: 'Strong-Secret-1' } }),
  ]
  for (const answer of answers) {
    const page = await textOf(answer)
    expect(page).not.toMatch(/<script(?! src="\/login\/passkey.js" type="module"><)/)
    expect(page).not.toContain(`'1'`)
    expect(page).toMatch(/&lt;script&gt;|%3Cscript%3E/)
  }
})

test('the policy names exactly the style of the page, and a script only where there is one', async () => {
  for (const path of ['/login', '/reset', '/reset/a-token']) {
    const answer = await visit(path)
    const policy = answer.headers.get('content-security-policy')!
    const page = await textOf(answer)
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy.includes('script-src')).toBe(page.includes('<script'))
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test.each([
  ['en', 'Sign in', 'Page not found'],
  ['de', 'Anmelden', 'Seite nicht gefunden'],
  ['es', 'Iniciar sesión', 'Página no encontrada'],
  ['pl', 'Zaloguj się', 'Nie znaleziono strony'],
])('in %s, a page has one language', async (locale, title, missing) => {
  const headers = { 'accept-language': `${locale}-XX,en;q=0.5` }
  const page = await textOf(await visit('/login', { headers }))
  expect(page).toContain(`<html lang="${locale}">`)
  expect(page).toContain(`<title>${title} · Plinth</title>`)
  const unknown = notFoundPage(new Request('https://product.example/x', { headers }))
  expect([unknown.status, await textOf(unknown)]).toEqual([404, expect.stringContaining(missing)])
})

test('English where the language is not known', async () => {
  const headers = { 'accept-language': 'toString', cookie: 'locale=constructor' }
  expect(await textOf(await visit('/login', { headers }))).toContain('<html lang="en">')
})

test('errors are read out, fields keep what was typed but the password', async () => {
  const form = { email: 'ann@example.com', password: 'Secret-123', redirect: '/backend/x' }
  const answer = await visit('/login', { form })
  const page = await textOf(answer)
  expect(answer.status).toBe(401)
  expect(page).toMatch(/role="alert" id="error">/)
  expect(page).toContain('value="ann@example.com"')
  expect(page).not.toContain('Secret-123')
  expect(page).toContain('name="redirect" value="/backend/x"')
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(page).toMatch(/autocomplete="current-password"/)
  for (const redirect of ['https://evil.example/', ''])
    expect(await textOf(await visit(`/login?redirect=${encodeURIComponent(redirect)}`))).not.toContain(
      'name="redirect"',
    )
})

test.each([
  ['/backend?x=1#y', '/backend?x=1#y'],
  ['/', '/'],
  ['', '/backend'],
  ['backend', '/backend'],
  ['https://evil.example/', '/backend'],
  ['//evil.example/', '/backend'],
  ['/\\evil.example/', '/backend'],
  ['/\t/evil.example/', '/backend'],
  ['/x/..//evil.example', '/backend'],
  ['/%0d%0aset-cookie:x', '/%0d%0aset-cookie:x'],
  ['/a\r\nb', '/ab'],
  ['javascript:alert(1)', '/backend'],
])('whoever is signed in and asks for %j goes to %j', async (target, expected) => {
  const headers = { cookie: 'auth_token=valid' }
  const answer = await visit(`/login?redirect=${encodeURIComponent(target)}`, { headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, expected])
})

test('pages of a product lead to its own home', async () => {
  const own = signInPages(platform, { brand: 'Acme', homePath: '/admin' })
  const request = new Request('https://product.example/login', { headers: { cookie: 'auth_token=valid' } })
  expect((await own(request))?.headers.get('location')).toBe('/admin')
})

test('only its pages are answered, in any framework; the API sees the browser and its cookies', async () => {
  const app = new Hono()
  app.use(async (c, next) => (await pages(c.req.raw)) ?? next())
  app.all('*', (c) => c.text('of the product'))
  const statusOf = async (method: string, path: string) => (await app.request(path, { method })).status
  expect(await statusOf('GET', '/login')).toBe(200)
  expect(await statusOf('HEAD', '/login')).toBe(200)
  // A link does not sign anybody out.
  expect(await (await app.request('/logout')).text()).toContain('<form method="post" action="/logout">')
  for (const [method, path] of [
    ['GET', '/logins'],
    ['DELETE', '/login'],
    ['GET', '/login/factor'],
    ['GET', '/onboarding'],
    ['GET', '/reset/a/b'],
  ] as const)
    expect(await (await app.request(path, { method })).text()).toBe('of the product')
  asked.length = 0
  const headers = { cookie: 'a=b', 'user-agent': 'Browser', authorization: 'Bearer x' }
  await visit('/login', { form: { email: 'a@b.example', password: 'x' }, headers })
  expect(asked.map(({ url, headers: sent }) => [url, sent.get('cookie'), sent.get('authorization')])).toEqual([
    ['https://product.example/api/auth/login', 'a=b', null],
  ])
})

test('a form that is longer than any of ours is refused, even if it does not say its length', async () => {
  const chunk = new TextEncoder().encode('a'.repeat(10_000))
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += 1
      if (sent > 1_000) controller.close()
      else controller.enqueue(chunk)
    },
  })
  const request = new Request('https://product.example/login', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect((await pages(request))?.status).toBe(413)
  // The rest is not even read.
  expect(sent).toBeLessThan(10)
  expect((await visit('/login', { form: { email: 'x'.repeat(30_000) } })).status).toBe(413)
})

test('an answer that was wrong leads nowhere else either', async () => {
  const form = { challenge: 'c', code: '1', factors: 'passkey', redirect: 'https://evil.example/' }
  for (const path of ['/login/factor', '/login/factor/setup'])
    expect(await textOf(await visit(path, { form }))).not.toContain('evil.example')
})
