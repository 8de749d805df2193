import { auth } from '@plinth/auth'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { undoableModules } from '../undo/modules.ts'

const modules = [directory, auth({ secret: 'unreadable bodies '.repeat(3) }), ...undoableModules]
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Bodies that say nothing which a route that reads JSON could act on. */
const noJson: readonly [type: string, body: BodyInit][] = [
  [json, '{"title":'],
  [json, '{title: 1}'],
  [json, 'undefined'],
  [json, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  [json, 'null'],
  [form, 'title=1'],
]

/** The same for a route that reads a form. */
const noForm: readonly [type: string, body: BodyInit][] = [
  [json, '{"email":"a@acme.example"}'],
  [form, new Uint8Array([0x61, 0x3d, 0xff])],
  ['multipart/form-data; boundary=x', '--x\r\nbroken'],
  ['text/plain', 'email=a@acme.example'],
]

test('no route takes a body that cannot be read for an empty one', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules })
  const client = app.as({ isSuperAdmin: true, features: ['*'] })
  const readers = app.platform.modules
    .flatMap(({ routes = [] }) => routes)
    .filter(({ method, spec }) => spec.body || method === 'DELETE')
  expect(readers.length).toBeGreaterThan(60)
  const taken = new Set<string>()
  for (const { method, path, spec } of readers) {
    const place = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
    for (const [type, body] of spec.http?.bodyType === 'form' ? noForm : noJson)
      for (const key of [{}, { 'idempotency-key': crypto.randomUUID() }]) {
        const headers = { 'content-type': type, ...key }
        const answer = await client.fetch(place, { method, body, headers: Object.entries(headers) })
        const { error } = (await answer.json()) as { error?: unknown }
        // What the path names is looked for first, where the published order says so.
        const refusals = spec.before ? [400, 404] : [400]
        if (!refusals.includes(answer.status) || typeof error !== 'string')
          taken.add([method, path, type, body, answer.status, error].join(' '))
      }
  }
  expect([...taken]).toEqual([])
})

test('nothing is saved or counted of such a body, and its refusal names the place', async () => {
  await using app = await testApp({ modules })
  const admin = app.as({ isSuperAdmin: true, features: ['*'] })
  const send = async (method: string, path: string, body: string) => {
    const answer = await admin.fetch(path, { method, body, headers: [['content-type', json]] })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const before = await admin.get('/audit_logs/audit-logs/settings')
  const refused = await send('PUT', '/audit_logs/audit-logs/settings', '{"accessDays": 7')
  expect(refused).toMatchObject({
    status: 400,
    body: { error: 'Invalid input', details: [{ code: 'custom', path: [], message: 'The body is not valid JSON' }] },
  })
  expect((await admin.get('/audit_logs/audit-logs/settings')).body).toEqual(before.body)
  expect(await app.sql('select id from plinth.action_log')).toEqual([])
})
