import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'
import { converse } from './_chat.ts'
import { modelServer } from './_providers/model-server.ts'

const apiKey = 'sk-secret'
const providers = { openai: { apiKey }, anthropic: { apiKey }, google: { apiKey } }

test('the name of a model leads nowhere else', async () => {
  await using app = await assistantApp({ providers })
  const admin = app.as('admin')
  const choose = async (providerId: string, model: string) =>
    (await admin.put('/ai_assistant/settings', { providerId, model })).status
  const everywhere = [
    '..',
    '.',
    '/x',
    'x/',
    'x/..',
    '../x',
    'x//y',
    'x/../../upload/v1beta/files?name=',
    'a b',
    'x?y',
    'x#y',
  ]
  for (const providerId of Object.keys(providers))
    for (const model of [...everywhere, 'x%2fy', 'x\\y', 'x'.repeat(101), 'ä'])
      expect([providerId, model, await choose(providerId, model)]).toEqual([providerId, model, 400])
  for (const model of ['x/y', 'files/x', 'x:countTokens', 'models/x/y'])
    expect([model, await choose('google', model)]).toEqual([model, 400])
  for (const [providerId, model] of [
    ['google', 'gemini-3-flash'],
    ['google', 'google/models/gemini-2.5-pro'],
    ['google', 'tunedModels/ours-1'],
    ['anthropic', 'claude-sonnet-4@20250514'],
    ['openai', 'ft:gpt-4o-mini:acme::8f3'],
    ['openai', 'meta-llama/Llama-3.1-8B:free'],
    ['openai', 'llama3.1:8b'],
  ] as const)
    expect([model, await choose(providerId, model)]).toEqual([model, 200])
})

test('tenants choose from what the host offers', async () => {
  await using app = await assistantApp({ providers, provider: 'openai', model: 'gpt-x', models: ['openai/gpt-5'] })
  const choose = async (model: string | null) =>
    (await app.as('admin').put('/ai_assistant/settings', { providerId: 'openai', model })).status
  for (const model of ['gpt-5', 'openai/gpt-5', 'gpt-x', 'gpt-4o-mini', null])
    expect([model, await choose(model)]).toEqual([model, 200])
  expect(await choose('gpt-5-pro')).toBe(400)
})

test('a name that was chosen before names were checked is not asked for', async () => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`
  await using app = await assistantApp({ providers: { google: { apiKey, baseUrl } } })
  await app.sql(
    `insert into ai_choices (id, tenant_id, provider_id, model) values (gen_random_uuid(), $1, 'google', $2)`,
    [tenantA.id, 'x/../../upload/v1beta/files?name='],
  )
  await converse(await signIn(app, 'admin@acme.com'), 'Hello')
  server.closeAllConnections()
  server.close()
  expect(paths).not.toEqual([])
  expect(new Set(paths)).toEqual(new Set(['/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse']))
})

test('the log says why a model failed, without what was asked and answered', async () => {
  await using server = await modelServer('openai', [])
  const { apiKey } = providers.openai
  await using app = await assistantApp({ providers: { openai: { apiKey, baseUrl: server.url } } })
  const admin = await signIn(app, 'admin@acme.com')
  const available = [{ name: 'find', description: 'My private description' }]
  const route = () => admin.post('/ai_assistant/route', { query: 'My private question', availableTools: available })
  server.play([{ status: 400 }])
  await converse(admin, 'My private words')
  server.play([{ status: 400 }])
  expect(await route()).toMatchObject({ status: 500, body: { error: 'Routing request failed' } })
  server.play([{ text: 'My private answer' }])
  expect((await route()).status).toBe(500)
  const failed = app.log.at('error').filter(({ message }) => message === 'the model failed')
  const errors = failed.map(({ facts }) => facts['err'])
  expect(errors.slice(0, 2)).toMatchObject([{ type: 'AI_APICallError', statusCode: 400 }, { statusCode: 400 }])
  expect(errors).toHaveLength(3)
  expect(inspect(app.log.lines, { depth: 20, showHidden: true })).not.toMatch(/private/)
})
