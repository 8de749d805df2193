import { expect, test } from 'vitest'
import { withHeaders } from '../auth/_accounts.ts'
import { answer, connect, cookiesFrom, ssoApp, type SsoApp } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }

/** A browser: it keeps the cookies that it gets, and sends them. */
function browserOf(app: SsoApp) {
  const jar = new Map<string, string>()
  const take = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    async start(id: string, redirect = '/backend') {
      const started = await withHeaders(app, { cookie: cookie() }).get(
        `/sso/start/${id}?redirect=${encodeURIComponent(redirect)}`,
      )
      take(started.headers)
      return started.headers.get('location')!
    },
    async come(back: URL) {
      const done = await withHeaders(app, { cookie: cookie() }).get(`${back.pathname}${back.search}`)
      take(done.headers)
      return done.headers.get('location')
    },
  }
}

test('sign-ins begun in several tabs are completed in any order, each once', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const browser = browserOf(app)
  const tabs = [await browser.start(id, '/one'), await browser.start(id, '/two'), await browser.start(id, '/three')]
  const backs: URL[] = []
  for (const tab of tabs) backs.push(await app.provider.visit(tab))
  expect(await browser.come(backs[1]!)).toBe('/two')
  expect(await browser.come(backs[0]!)).toBe('/one')
  expect(await browser.come(backs[0]!)).toBe('/login?error=sso_state')
  expect(await browser.come(backs[2]!)).toBe('/three')
  expect([...browser.jar.keys()].filter((name) => name.startsWith('om_sso_'))).toEqual([])
})

test('a browser keeps a few sign-ins, the newest ones, and no more than fits into its cookies', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const browser = browserOf(app)
  const states = () => [...browser.jar].filter(([name]) => name.startsWith('om_sso_'))
  const tabs: string[] = []
  for (let tab = 0; tab < 9; tab++) {
    app.clock.advance(1_000)
    tabs.push(await browser.start(id, `/${tab}`))
  }
  expect(states()).toHaveLength(5)
  expect(await browser.come(await app.provider.visit(tabs[8]!))).toBe('/8')
  expect(await browser.come(await app.provider.visit(tabs[0]!))).toBe('/login?error=sso_state')
  for (let tab = 0; tab < 9; tab++) {
    app.clock.advance(1_000)
    await browser.start(id, `/${'x'.repeat(1_900)}`)
  }
  for (const [, value] of states()) expect(value.length).toBeLessThan(4_000)
  expect(states().reduce((sum, [, value]) => sum + value.length, 0)).toBeLessThan(10_000)
  // What a browser would not keep is not offered: escaped, this is four times as long.
  await browser.start(id, `/${'ä'.repeat(1_000)}`)
  for (const [, value] of states()) expect(value.length).toBeLessThan(4_000)
})

test('a cookie of one sign-in is worth nothing for another, nor under the name of another', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const start = async () => {
    const started = await app.anonymous.get(`/sso/start/${id}`)
    return { cookie: cookiesFrom(started.headers), url: started.headers.get('location')! }
  }
  const [mine, theirs] = [await start(), await start()]
  const back = await app.provider.visit(mine.url)
  expect((await answer(app, back, theirs.cookie)).location).toBe('/login?error=sso_state')
  const renamed = `${mine.cookie.split('=')[0]}=${theirs.cookie.split('=')[1]}`
  expect((await answer(app, back, renamed)).location).toBe('/login?error=sso_failed')
})
