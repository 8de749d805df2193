import { setTimeout as sleep } from 'node:timers/promises'
import { businessRules } from '@plinth/business-rules'
import { createPlatform, defineModule } from '@plinth/core'
import { defineAuthenticator } from '@plinth/core/security'
import { testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

test('what one host writes, another executes and counts', async () => {
  await using here = await rulesApp()
  const caller = here.callerOf('admin')
  const everybody = defineAuthenticator({ id: 'everybody', carrier: 'header', authenticate: async () => caller })
  await using there = await createPlatform({
    modules: [defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }), businessRules()],
    database: { ...here.database, poolSize: 2 },
    secret: testSecret,
    rateLimits: { enabled: false },
  })
  await there.start({ workers: false })
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await there.fetch(new Request(new URL(path, 'http://localhost'), init))
    return (await response.json()) as { allowed?: boolean; total?: number }
  }
  const seen = async () => {
    const { allowed } = await ask('/business_rules/execute', { entityType: 'Order', data: { total: 5 }, dryRun: true })
    const { total } = await ask(`${rulesPath}?enabled=true&pageSize=1&page=2`)
    return { allowed, total }
  }
  const admin = here.as('admin')
  const refusing = { ...guardRule, conditionExpression: { field: 'total', operator: '>', value: 9 } }
  expect(await seen()).toEqual({ allowed: true, total: 0 })
  const id = await create(admin, rulesPath, refusing)
  await until(seen, { allowed: false, total: 1 })
  await admin.put(rulesPath, { id, enabled: false })
  await until(seen, { allowed: true, total: 0 })
  await admin.put(rulesPath, { id, enabled: true })
  await until(seen, { allowed: false, total: 1 })
  await admin.del(`${rulesPath}?id=${id}`)
  await until(seen, { allowed: true, total: 0 })
})

/** A notice is on its way for a moment. */
async function until<T>(look: () => Promise<T>, expected: T): Promise<void> {
  for (let waited = 0; waited < 2_000; waited += 20) {
    if (JSON.stringify(await look()) === JSON.stringify(expected)) return
    await sleep(20)
  }
  expect(await look()).toEqual(expected)
}
