import { apiKeys } from '@plinth/api-keys'
import { businessRules } from '@plinth/business-rules'
import { type Command, type Module, sql } from '@plinth/core'
import { checkMigratedUndo, joinFixtures, type TestPlatform, type UndoExample } from '@plinth/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { expect, inject, test } from 'vitest'
import { prepareAccounts } from '../modules/auth/_accounts.ts'
import { accountModules } from '../modules/auth/_modules.ts'

const released = { origin: 'https://acme.example', prepare: prepareAccounts, postgresUrl: inject('postgresUrl') }
const [directory, auth] = accountModules() as [Module, Module]
const whole = [directory, auth, apiKeys, businessRules()]

/** A module as it was when it had so many migrations. */
const first = (count: number, module: Module): Module => ({ ...module, migrations: module.migrations!.slice(0, count) })

test('organizations of before the database knew their hierarchy are undone in it', { timeout: 120_000 }, async () => {
  const { examples } = joinFixtures(directoryFixtures).undo
  const platform = { ...released, modules: [first(1, directory), auth] }
  const report = await checkMigratedUndo({ platform, later: [directory, auth], examples })
  expect(report.examples).toBe(examples.length)
})

/** A command of today that writes what its first release wrote: fewer columns. */
function old(id: string, run: Command['run']): Command {
  const command = whole.flatMap(({ commands = [] }) => commands).find((one) => one.id === id)!
  return { ...command, run }
}

const createKey = old('api_keys.keys.create', async ({ db, scope: { tenantId } }) => {
  const id = crypto.randomUUID()
  await sql`insert into api_keys (id, tenant_id, name, key_prefix, key_hash)
    values (${id}, ${tenantId}, 'Old', ${id.slice(0, 8)}, ${id})`.execute(db)
  return { id, tenantId, name: 'Old', keyPrefix: id.slice(0, 8), secret: 'x', organizationId: null, roles: [] }
})
const deleteKey = old('api_keys.keys.delete', async ({ db, input }) => {
  await sql`update api_keys set deleted_at = now() where id = ${(input as { id: string }).id}`.execute(db)
  return { success: true }
})
const createRule = old('business_rules.rules.create', async ({ db, scope: { tenantId, organizationId } }) => {
  const id = crypto.randomUUID()
  await sql`insert into business_rules (id, tenant_id, organization_id, rule_id, rule_name, rule_type, entity_type)
    values (${id}, ${tenantId}, ${organizationId}, ${id}, 'Old', 'GUARD', 'Order')`.execute(db)
  return { id }
})
const changeRule = old('business_rules.rules.update', async ({ db, input }) => {
  await sql`update business_rules set condition_expression = '{"field": "a", "operator": "=", "value": 1}'
    where id = ${(input as { id: string }).id}`.execute(db)
  return { ok: true }
})

const made = (command: Command, input: unknown) => async (app: TestPlatform) =>
  app.platform.as(app.callerOf({ features: ['*'] }), ({ run }) => run(command, input) as Promise<{ id: string }>)
const key = { name: 'Old', description: null, organizationId: null, roles: [], expiresAt: null }
const rule = { ruleId: 'R-1', ruleName: 'Old', ruleType: 'GUARD', entityType: 'Order' }
const examples: readonly UndoExample[] = [
  { command: createKey, input: key },
  { command: deleteKey, input: made(createKey, key) },
  { command: createRule, input: rule },
  { command: changeRule, input: made(createRule, rule) },
]

test('keys without a parent and rules without a size are undone and redone', { timeout: 60_000 }, async () => {
  const nothing = { entities: [], routes: [], jobs: [], authenticators: [], rulePoints: [], services: [], caches: [] }
  const older = [
    { ...first(1, apiKeys), ...nothing, commands: [createKey, deleteKey] },
    { ...first(2, businessRules()), commands: [createRule, changeRule], ...nothing, subscribers: [] },
  ]
  const platform = { ...released, modules: [directory, auth, ...older] }
  const report = await checkMigratedUndo({ platform, later: whole, examples })
  expect(report.reverts).toBe(12)
})
