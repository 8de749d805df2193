import { businessRules, BusinessRule, RuleSet, RuleSetMember } from '@plinth/business-rules'
import { sql } from '@plinth/core'
import { findEntityDrift, tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath, setsPath } from './_rules.ts'

const everything = { features: ['business_rules.*'] }
const owners = {
  mine: everything,
  sibling: { ...everything, organizationIds: [tenantA.otherOrganization] },
  foreign: { ...everything, tenantId: tenantB.id, organizationId: tenantB.organization },
}

async function withRows() {
  const app = await rulesApp()
  const made = async (who: keyof typeof owners) => {
    const client = app.as(owners[who])
    const rule = await create(client, rulesPath, { ...guardRule, ruleId: who })
    const set = await create(client, setsPath, { setId: who, setName: who })
    return { client, rule, set, member: await create(client, `${setsPath}/${set}/members`, { ruleId: rule }) }
  }
  return { app, mine: await made('mine'), sibling: await made('sibling'), foreign: await made('foreign') }
}

test('entities and tables say the same', async () => {
  await using app = await rulesApp()
  expect(await findEntityDrift([businessRules()], app.sql)).toEqual([])
})

test('the database shows only the own tenant and the own organizations, whatever a query forgets', async () => {
  const { app, ...made } = await withRows()
  await using _ = app
  const see = (tenantId: string, organizationIds: readonly string[] | null) =>
    app.platform.actAs({ actor: 'platform', reason: 'test', scope: { tenantId, organizationIds } }, async ({ db }) => {
      const found = await Promise.all(
        [BusinessRule, RuleSet, RuleSetMember].map(({ meta }) =>
          sql<{ id: string }>`select id from ${sql.table(meta.tableName)}`.execute(db),
        ),
      )
      return found.map(({ rows }) => rows.map(({ id }) => id).toSorted())
    })
  const idsOf = (...owned: { rule: string; set: string; member: string }[]) => [
    owned.map(({ rule }) => rule).toSorted(),
    owned.map(({ set }) => set).toSorted(),
    owned.map(({ member }) => member).toSorted(),
  ]
  expect(await see(tenantA.id, null)).toEqual(idsOf(made.mine, made.sibling))
  expect(await see(tenantA.id, [tenantA.organization])).toEqual(idsOf(made.mine))
  expect(await see(tenantA.id, [])).toEqual([[], [], []])
  expect(await see(tenantB.id, null)).toEqual(idsOf(made.foreign))
})

test('only the own rules go into the own sets, also without row level security', async () => {
  const { app, mine, sibling, foreign } = await withRows()
  await using _ = app
  const rule = await create(mine.client, rulesPath, { ...guardRule, ruleId: 'new' })
  for (const table of ['business_rules', 'rule_sets', 'rule_set_members'])
    await app.sql(`alter table ${table} disable row level security`)
  const add = async (set: string, ruleId: string) => {
    const { status, body } = await mine.client.post(`${setsPath}/${set}/members`, { ruleId })
    return `${status} ${body.error}`
  }
  for (const { rule: hidden, set } of [sibling, foreign]) {
    expect(await add(mine.set, hidden)).toBe('404 Rule not found')
    expect(await add(set, rule)).toBe('404 Rule set not found')
  }
  for (const { member, set } of [sibling, foreign]) {
    for (const path of [`${setsPath}/${mine.set}/members`, `${setsPath}/${set}/members`]) {
      expect((await mine.client.put(path, { memberId: member, sequence: 9 })).status).toBe(404)
      expect((await mine.client.del(`${path}?memberId=${member}`)).status).toBe(404)
    }
  }
  expect(await app.sql('select from rule_set_members where sequence = 9')).toEqual([])
  expect(await add(mine.set, rule)).toBe('201 undefined')
})

test('each feature opens its own routes and nothing else; employees get none', async () => {
  await using app = await rulesApp()
  const statuses = async (...features: string[]) => {
    const client = app.as({ features })
    const answers = [
      await client.get(rulesPath),
      await client.get(setsPath),
      await client.post(rulesPath, {}),
      await client.post(setsPath, {}),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await statuses('business_rules.view')).toEqual([200, 200, 403, 403])
  expect(await statuses('business_rules.manage')).toEqual([403, 403, 400, 403])
  expect(await statuses('business_rules.manage_sets')).toEqual([403, 403, 403, 400])
  expect(await statuses('business_rules.execute', 'business_rules.view_logs')).toEqual([403, 403, 403, 403])
  expect(businessRules().roles).toEqual({ admin: ['business_rules.*'] })
})
