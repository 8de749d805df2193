import { aiAssistant } from '@plinth/ai-assistant'
import { aiAssistantFixtures } from '@plinth/ai-assistant/testing'
import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { authFixtures } from '@plinth/auth/testing'
import { checkContract, checkIsolation, checkUndo, joinFixtures } from '@plinth/core/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { expect, test } from 'vitest'
import { assistantApp } from './_assistant.ts'
import { modelServer } from './_providers/model-server.ts'

const routes = (aiAssistant().routes ?? []).map(({ method, path }) => `${method} ${path}`)
const { contract, undo } = aiAssistantFixtures
const { isolation } = joinFixtures(
  directoryFixtures,
  authFixtures,
  auditLogsFixtures,
  apiKeysFixtures,
  aiAssistantFixtures,
)

async function open() {
  const server = await modelServer('openai', [])
  const app = await assistantApp({ provider: 'openai', providers: { openai: { apiKey: 'sk', baseUrl: server.url } } })
  const close = async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return { app, [Symbol.asyncDispose]: close }
}

test('every route of the assistant keeps its contract', { timeout: 300_000 }, async () => {
  await using ground = await open()
  const report = await checkContract(ground.app, { ...contract!, routes })
  expect(report.routes).toBe(routes.length - Object.keys(contract!.except ?? {}).length)
})

test('nobody learns of or touches conversations that are not theirs', { timeout: 300_000 }, async () => {
  await using ground = await open()
  const report = await checkIsolation(ground.app, { ...isolation, routes })
  expect(report.requests).toBeGreaterThan(100)
})

test('the choice of a model is undone and redone exactly', { timeout: 120_000 }, async () => {
  await using ground = await open()
  const report = await checkUndo(ground.app, { ...undo!, modules: [aiAssistant()] })
  expect(report.turns).toBe(3 * undo!.examples.length)
})
