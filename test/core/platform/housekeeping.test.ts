import { testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { createPool } from '../../../packages/core/src/data/connection/pool.ts'
import { StatementNames } from '../../../packages/core/src/data/connection/statement-names.ts'
import { housekeepingJobs } from '../../../packages/core/src/platform/housekeeping.ts'
import { databaseKey } from '../../../packages/core/src/platform/database-key.ts'
import { createItem } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

type Lab = Awaited<ReturnType<typeof openLab>>

/** Does what the platform does every hour. */
async function keepHouse(lab: Lab): Promise<void> {
  const pool = createPool({ url: lab.databaseUrl, poolSize: 1 })
  const database = { pool, statements: new StatementNames(0), key: databaseKey(testSecret) }
  try {
    for (const { run } of housekeepingJobs({ database, now: () => lab.clock.now }))
      await run({ signal: new AbortController().signal } as never)
  } finally {
    await pool.end()
  }
}

test('answers are purged after a day, and no earlier', async () => {
  await using lab = await openLab()
  await lab.sql(
    `insert into plinth.answers (tenant_id, actor_id, key_hash, fingerprint, entry_id, created_at)
    select gen_random_uuid(), 'a', 'b', 'c', gen_random_uuid(), $1::timestamptz - age
    from unnest(array['23 hours 59 minutes', '24 hours']::interval[]) age`,
    [lab.clock.now],
  )
  await keepHouse(lab)
  expect(await lab.sql('select count(*)::int from plinth.answers')).toEqual([{ count: 1 }])
})

test('old secrets are forgotten after thirty days, and that they were is kept', async () => {
  await using lab = await openLab()
  for (const [index, age] of ['29 days 23 hours', '30 days 1 minute'].entries()) {
    await lab.platform.actAs(callerA, ({ run }) => run(createItem, { name: `${index}`, secret: 'hidden' }))
    await lab.sql(
      `update plinth.kept_secrets set created_at = $1::timestamptz - $2::interval where after ->> 'secret' = 'hidden'
      and created_at > $1::timestamptz - interval '1 day'`,
      [lab.clock.now, age],
    )
  }
  await keepHouse(lab)
  expect(
    await lab.sql(
      'select after is not null as "isKept", is_forgotten as "isForgotten" from plinth.kept_secrets order by seq',
    ),
  ).toEqual([
    { isKept: true, isForgotten: false },
    { isKept: false, isForgotten: true },
  ])
})

test('what has piled up goes in transactions of 5,000 rows, all of it', async () => {
  await using lab = await openLab()
  const old = [lab.clock.now]
  await lab.sql(
    `insert into plinth.answers (tenant_id, actor_id, key_hash, fingerprint, entry_id, created_at)
    select gen_random_uuid(), 'a', 'b', 'c', gen_random_uuid(), $1::timestamptz - interval '2 days'
    from generate_series(1, 5001)`,
    old,
  )
  await lab.sql(
    `insert into plinth.entry_effects (tenant_id, entry_id, sealed, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'x', $1::timestamptz - interval '31 days' from generate_series(1, 5001)`,
    old,
  )
  await keepHouse(lab)
  expect(
    await lab.sql(`select (select count(*)::int from plinth.answers) as answers,
      (select count(*)::int from plinth.entry_effects where sealed is not null) as effects`),
  ).toEqual([{ answers: 0, effects: 0 }])
  const transactions = (table: string) => lab.sql(`select count(distinct xmin::text)::int from plinth.${table}`)
  expect(await transactions('entry_effects')).toEqual([{ count: 2 }])
})
