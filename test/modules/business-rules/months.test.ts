import { setTimeout as sleep } from 'node:timers/promises'
import { businessRules } from '@plinth/business-rules'
import type { TestPlatform } from '@plinth/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { rulesApp } from './_rules.ts'

const job = businessRules().jobs!.find(({ id }) => id === 'business_rules.keep-execution-logs')!

async function keep(app: TestPlatform): Promise<void> {
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(job, {}))
  await app.platform.runJobs()
}

const months = async (app: TestPlatform) =>
  (
    await app.sql<{ name: string }>(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where inhparent = 'rule_executions'::regclass and c.relname ~ '_20[23]\\d_' order by 1`)
  ).map(({ name }) => name.slice(-7))

test('months are made ahead, and all of those past keeping are dropped', async () => {
  await using app = await rulesApp({ startAt: new Date('2031-03-31T23:00:00Z') })
  await app.sql(`select plinth.arrange_rule_executions('2020-01-01', 1, '-infinity')`)
  await app.sql(`insert into rule_executions (tenant_id, id, organization_id, entity_type, entity_id, executed_at, outcomes,
    log_count) values (gen_random_uuid(), 1, gen_random_uuid(), 'Order', '1', '2019-12-01', '[]', 0)`)
  await keep(app)
  expect(await months(app)).toEqual(['2031_03', '2031_04', '2031_05'])
  expect(await app.sql('select count(*)::int as n from rule_executions')).toEqual([{ n: 0 }])
})

test('who reads the logs for long keeps nobody waiting behind the job, and does not fail it', async () => {
  await using app = await rulesApp()
  const backup = new pg.Client({ connectionString: app.databaseUrl })
  await backup.connect()
  await app.sql(`select plinth.arrange_rule_executions('2020-01-01', 0, '-infinity')`)
  await backup.query('begin isolation level repeatable read')
  await backup.query('select count(*) from rule_executions')
  const kept = keep(app)
  let longest = 0
  for (let isOver = false; !isOver;) {
    const asked = performance.now()
    await app.sql('select count(*) from rule_executions')
    longest = Math.max(longest, performance.now() - asked)
    isOver = (await Promise.race([kept.then(() => 'kept'), sleep(20)])) === 'kept'
  }
  await backup.end()
  expect(longest).toBeLessThan(3_000)
  expect(app.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  expect(app.log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toContain(
    'execution logs are in use; retrying the next night',
  )
  expect(await months(app)).toContain('2020_01')
  await keep(app)
  expect(await months(app)).not.toContain('2020_01')
})
