import { expect, test } from 'vitest'
import type { TestPlatform } from '@plinth/testing'
import { createProduct, OWNER, subscribe, webhookApp } from './_app.ts'
import { startReceiver } from './_receiver.ts'

type PlanNode = TestPlatform['plans'][number]['plan']

/** The rows of a table that a plan reads. */
function readOf(table: string, node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + readOf(table, child), own)
}

test('taking and noting messages reads these, and not all that an endpoint has got', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host], [], { explain: true })
  const { client } = app.person(OWNER)
  const { id } = await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.jobs()
  for (let round = 0; round < 8; round++) {
    await app.sql(
      `insert into webhook_deliveries (id, tenant_id, organization_id, endpoint_id, event, record_id, payload, status, created_at, updated_at)
      select gen_random_uuid(), tenant_id, organization_id, endpoint_id, event, gen_random_uuid(), payload, 'delivered', now(), now()
      from webhook_deliveries, generate_series(1, 500) where endpoint_id = $1 and attempts > 0 limit 500`,
      [id],
    )
    await createProduct(client)
    await app.jobs()
  }
  expect(receiver.received.length).toBe(9)
  await app.settled()
  const written = app.plans.filter(({ text }) => /update webhook_deliveries/.test(text))
  expect(written.length).toBeGreaterThan(8)
  expect(Math.max(...written.map(({ plan }) => readOf('webhook_deliveries', plan)))).toBeLessThan(100)
})

test('sending messages leaves sums of the action log as they are, so other hosts are told nothing', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.settled()
  const [start] = await app.sql<{ at: string }>('select clock_timestamp()::text as at')
  await app.jobs()
  await app.settled()
  expect(receiver.received.length).toBe(1)
  expect(await app.sql('select tags from plinth.invalidations where created_at > $1', [start!.at])).toEqual([])
})
