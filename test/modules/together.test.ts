import { apiKeys } from '@plinth/api-keys'
import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { auditLogs } from '@plinth/audit-logs'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { auth } from '@plinth/auth'
import { authFixtures } from '@plinth/auth/testing'
import { checkContract, checkIsolation, checkUndo, joinFixtures, testPlatform } from '@plinth/core/testing'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { expect, inject, test } from 'vitest'

// What a product's suite says of the modules it is composed of, by their public entries alone.
const secret = 'a secret of at least 32 characters'
const modules = [directory, auth({ secret, argon2: { memory: 64, iterations: 1, parallelism: 1 } }), auditLogs, apiKeys]
const fixtures = joinFixtures(directoryFixtures, authFixtures, auditLogsFixtures, apiKeysFixtures)

const open = () =>
  testPlatform({
    modules,
    prepare: fixtures.prepare,
    origin: 'https://acme.example',
    postgresUrl: inject('postgresUrl'),
  })
const routes = modules.flatMap((module) => module.routes ?? [])

test('every route of the modules together keeps its contract', { timeout: 600_000 }, async () => {
  await using app = await open()
  const report = await checkContract(app, fixtures.contract)
  expect(report.routes).toBe(routes.length)
})

test('nobody learns of or touches what is not theirs in any of them', { timeout: 600_000 }, async () => {
  await using app = await open()
  const report = await checkIsolation(app, fixtures.isolation)
  expect(report.routes).toBe(routes.length)
})

test('every undoable command of theirs is undone and redone exactly', { timeout: 300_000 }, async () => {
  await using app = await open()
  const report = await checkUndo(app, fixtures.undo)
  expect(report.turns).toBe(3 * fixtures.undo.examples.length)
})
