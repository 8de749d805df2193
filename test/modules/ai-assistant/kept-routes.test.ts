import { defineModule, get, post, signedIn } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp, execute } from './_assistant.ts'

const Told = z.object({ told: z.string() })
const named = {
  access: signedIn as Access,
  summary: 'Tells what has a name.',
  params: z.object({ name: z.string() }),
  response: Told,
}
const kept = { access: signedIn as Access, summary: 'Tells a secret.', isTool: false, response: Told }

/** Paths that a route for assistants fits, and that the router gives to one which is kept from them. */
const vault = defineModule({
  id: 'vault',
  title: 'Vault',
  routes: [
    get('/vault/{name}', named, ({ params }) => ({ told: params.name })),
    get('/vault/secret', kept, () => ({ told: 'the secret' })),
    post('/vault/{name}', named, ({ params }) => ({ told: params.name })),
    post('/vault/secret', kept, () => ({ told: 'the secret' })),
  ],
})

test('a path that leads to a route which is kept from assistants leads them nowhere', async () => {
  await using app = await assistantApp({ limits: { callsPerMinute: 1000 } }, { modules: [vault] })
  const admin = await signIn(app, 'admin@acme.com')
  expect((await admin.get('/vault/secret')).body).toEqual({ told: 'the secret' })
  const tools = (await admin.get('/ai_assistant/tools')).body.tools.map(({ name }: { name: string }) => name)
  const tool = tools.find((name: string) => /vault/i.test(name))
  const open = await execute(admin, tool, { name: 'door' })
  expect([open.status, open.text]).toEqual([201, expect.stringContaining('door')])
  const secret = await execute(admin, tool, { name: 'secret' })
  expect(secret.text).not.toContain('the secret')
  expect(secret.body).toMatchObject({ success: false, error: 'Not Found' })
  for (const method of ['GET', 'POST']) {
    const ask = (path: string) =>
      execute(admin, 'execute', { code: `async () => api.request({ method: '${method}', path: '${path}' })` })
    expect((await ask('/vault/door')).text).toContain('door')
    const refused = await ask('/vault/secret')
    expect(refused.text).not.toContain('the secret')
    expect(refused.text).toContain('404')
  }
})
