import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const RULES = 20

/**
 * `POST /business_rules/execute` with 20 rules, warm, its logs included, against bare h3 that answers the
 * same JSON when a row of the same bytes is durable.
 */
export async function ruleExecution(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('platform', { DATABASE_URL: database.url })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}`, 'content-type': 'application/json' }
  const send = async (path: string, body: object) =>
    (await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  for (let index = 0; index < RULES; index++) await send('/business_rules/rules', ruleOf(index))
  const body = JSON.stringify({ entityType: 'order', eventType: 'beforeCreate', data: order })
  const answer = await send('/business_rules/execute', JSON.parse(body) as object)
  if ((JSON.parse(answer) as { executedRules: unknown[] }).executedRules.length !== RULES) throw new Error(answer)
  const [line] = (await database.query('select to_jsonb(e) as row from rule_executions e limit 1')).rows
  const row = JSON.stringify((line as { row: unknown }).row)
  await using bare = await startChild('durable-h3', { DATABASE_URL: database.url, BODY: answer, ROW: row })
  const post = { method: 'POST', headers, body } as const
  const path = '/business_rules/execute'
  const measured = await compare(
    3,
    async () => (await applyLoad({ ...post, url: `${bare.url}${path}` })).perSecond,
    async () => (await applyLoad({ ...post, url: `${platform.url}${path}` })).perSecond,
  )
  const one = await applyLoad({ ...post, url: `${platform.url}${path}`, connections: 1 })
  const { rows } = await database.query('select coalesce(sum(log_count), 0)::float8 as logs from rule_executions')
  const logs = (rows[0] as { logs: number }).logs
  return [
    { name: `POST ${path}, ${RULES} rules, logged`, unit: 'requests/s', ...measured, target: 0.6 },
    { name: 'its p50 for one client', unit: 'ms', subject: one.p50, target: 5, atMost: true },
    { name: 'logs that this left in the database', unit: 'logs', subject: logs },
  ]
}

const order = { total: 20_000, status: 'open', customer: { tier: 'gold', age: 40 }, items: [{ quantity: 3 }] }

const ruleOf = (index: number) => ({
  ruleId: `BENCH-${index}`,
  ruleName: `Bench ${index}`,
  ruleType: 'GUARD',
  entityType: 'order',
  eventType: 'beforeCreate',
  conditionExpression: {
    operator: 'AND',
    rules: [
      { field: 'total', operator: '>', value: index },
      { field: 'status', operator: 'IN', value: ['open', 'held', 'sent'] },
      { field: 'customer.tier', operator: '=', value: 'gold' },
      { field: 'customer.age', operator: '>=', value: index % 40 },
    ],
  },
})
