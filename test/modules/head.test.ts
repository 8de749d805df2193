import { expect, test } from 'vitest'
import { modules } from '../architecture/_modules.ts'
import { authApp, signIn } from './auth/_accounts.ts'

const { auth: _own, directory: _too, ...others } = modules
const routes = Object.values(modules).flatMap((module) => module.routes ?? [])
const DOCUMENTS = ['/openapi.json', '/docs/openapi', '/docs/markdown']
const toPath = (path: string) => path.replace(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111')

test('HEAD answers like GET, without the body (decision: HEAD)', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: Object.values(others) })
  const login = await signIn(app, 'superadmin@acme.com')
  const reads = routes.filter(({ method, path }) => method === 'GET' && path !== '/auth/logout')
  for (const path of [...reads.map((route) => toPath(route.path)), ...DOCUMENTS]) {
    for (const base of ['', '/api']) {
      const head = await login.fetch(base + path, { method: 'HEAD' })
      const get = await login.fetch(base + path)
      const facts = ({ status, headers }: Response) => [path, status, headers.get('content-type')]
      expect(facts(head)).toEqual(facts(get))
      expect(await head.text()).toBe('')
      await get.body?.cancel()
    }
  }
  const nobody = await app.fetch('/auth/users', { method: 'HEAD' })
  expect([nobody.status, await nobody.text()]).toEqual([401, ''])
})

test('HEAD is 404 where there is no GET, and Allow names what there is (decision: Unknown paths and methods)', async () => {
  await using app = await authApp({ modules: Object.values(others) })
  const paths = Map.groupBy(routes, ({ path }) => path)
  for (const [path, known] of [...paths, ...DOCUMENTS.map((path) => [path, [{ method: 'GET' }]] as const)]) {
    const methods = known.map(({ method }) => method as string)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (allow.includes(method)) continue
      const answer = await app.fetch(toPath(path), { method })
      expect([method, path, answer.status]).toEqual([method, path, 404])
      expect(answer.headers.get('allow')).toBe(allow.join(', '))
    }
    const options = await app.fetch(toPath(path), { method: 'OPTIONS' })
    expect([path, options.status, options.headers.get('allow')]).toEqual([path, 204, allow.join(', ')])
    // As every answer has them (decision: Errors).
    expect(options.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(options.headers.get('x-content-type-options')).toBe('nosniff')
  }
  for (const method of ['HEAD', 'GET', 'PROPFIND'])
    expect((await app.fetch('/no/such/path', { method })).headers.has('allow')).toBe(false)
})
