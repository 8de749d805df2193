import { auditLogs, sealEntries } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { nobody, verify, write } from './_trail.ts'

/** One batch, which is all there is in most tests. */
const seal = (app: TestPlatform) => app.platform.actAs(nobody, ({ run }) => run(sealEntries, { walk: null }))

async function sealAll(app: TestPlatform): Promise<void> {
  let { next } = await seal(app)
  while (next) {
    const walk = next
    ;({ next } = await app.platform.actAs(nobody, ({ run }) => run(sealEntries, { walk })))
  }
}

/** A platform with at least 12 chained entries of one tenant, and some of another. */
async function open(): Promise<TestPlatform> {
  const app = await authApp({ modules: [auditLogs] })
  for (const tenantId of [tenantA.id, tenantB.id]) for (let n = 1; n <= 12; n++) await write(app, `Role ${n}`, tenantId)
  await seal(app)
  return app
}

const count = async (app: TestPlatform, table: string) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

test('what was written is chained per tenant, once, and verified', async () => {
  await using app = await open()
  const entries = await count(app, 'plinth.action_log')
  expect(await verify(app)).toEqual({ entries, archived: 0, checkpoints: 2, anchors: null, faults: [] })
  expect(await app.sql('select count(*) = max(number) as "isWhole" from plinth.seals group by tenant_id')).toEqual([
    { isWhole: true },
    { isWhole: true },
  ])
  expect(await seal(app)).toEqual({ sealed: 0, next: null })
  await write(app, 'Later')
  expect(await seal(app)).toEqual({ sealed: 1, next: null })
  expect(await verify(app)).toEqual({ entries: entries + 1, archived: 0, checkpoints: 2, anchors: null, faults: [] })
})

test('chains grow over many batches and hosts that chain at once', async () => {
  await using app = await open()
  await app.sql(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
    select '${tenantA.id}', gen_random_uuid(), 'bulk', 'somebody', now() from generate_series(1, 12000)`)
  for (let round = 0; round < 4; round++) await Promise.all([sealAll(app), sealAll(app), sealAll(app)])
  const { entries, faults } = await verify(app, { tenantId: tenantA.id })
  expect(faults).toEqual([])
  expect(entries).toBeGreaterThan(12_000)
})

test('a lock that another transaction keeps for minutes is told', async () => {
  await using app = await open()
  const warnings = () => app.log.lines.filter(({ message }) => message.startsWith('the action log is not chained'))
  const vanished = new pg.Client({ connectionString: app.databaseUrl })
  await vanished.connect()
  await vanished.query(`begin; select pg_advisory_xact_lock(hashtextextended('audit_logs.trail', 0))`)
  await seal(app)
  expect(warnings()).toEqual([])
  await app.sql(`update plinth.sealing set seen_at = now() - interval '6 minutes'`)
  await seal(app)
  expect(warnings()).toMatchObject([{ level: 'warn', facts: { since: expect.any(String) } }])
  await vanished.end()
})

test('entries with much in them are chained a few at a time, and hold up nobody', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const add = (tenant: string, entries: number, words: number) =>
    app.sql(
      `with entry as (insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
        select $1, gen_random_uuid(), 'large', 'somebody', now() from generate_series(1, $2) returning *)
      insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
      select tenant_id, id, 'things', id, jsonb_build_object('text',
        (select string_agg(md5(id::text || n) || repeat('x', 64), '') from generate_series(1, $3) n)) from entry`,
      [tenant, entries, words],
    )
  await add(tenantA.id, 30, 7_000)
  await add(tenantB.id, 3, 1)
  const digests = () => app.statements.filter((statement) => JSON.stringify(statement).includes('sha256')).length
  const first = await seal(app)
  expect(first).toMatchObject({ sealed: expect.any(Number), next: { after: expect.any(String) } })
  expect(first.sealed).toBeGreaterThan(10)
  expect(first.sealed).toBeLessThan(30)
  expect(digests()).toBeGreaterThan(10)
  await sealAll(app)
  expect(await count(app, 'plinth.seals')).toBe(await count(app, 'plinth.action_log'))
  for (const { id: tenantId } of [tenantA, tenantB]) expect((await verify(app, { tenantId })).faults).toEqual([])
})

const at = (number: number) =>
  `(select entry_id from plinth.seals where tenant_id = '${tenantA.id}' and number = ${number})`
const inA = `tenant_id = '${tenantA.id}'`

const tampering: Record<string, { sql: string; faults: { kind: string; number: number | null }[] }> = {
  'an entry is changed': {
    sql: `update plinth.action_log set actor_id = 'somebody else' where id = ${at(5)}`,
    faults: [{ kind: 'changed', number: 5 }],
  },
  'the time of an entry is changed': {
    sql: `update plinth.action_log set created_at = created_at - interval '1 microsecond' where id = ${at(5)}`,
    faults: [{ kind: 'changed', number: 5 }],
  },
  'a recorded change is changed': {
    sql: `update plinth.changes set after = jsonb_set(after, '{name}', '"x"') where entry_id = ${at(12)}`,
    faults: [{ kind: 'changed', number: 12 }],
  },
  'a recorded change is removed': {
    sql: `delete from plinth.changes where entry_id = ${at(12)}`,
    faults: [{ kind: 'changed', number: 12 }],
  },
  'two entries trade places': {
    sql: `alter table plinth.action_log alter seq drop identity;
      update plinth.action_log a set seq = -b.seq from plinth.action_log b
      where (a.id = ${at(6)} and b.id = ${at(7)}) or (a.id = ${at(7)} and b.id = ${at(6)});
      update plinth.action_log set seq = -seq where seq < 0`,
    faults: [
      { kind: 'changed', number: 6 },
      { kind: 'changed', number: 7 },
    ],
  },
  'two entries trade places with their links': {
    sql: `alter table plinth.seals drop constraint seals_tenant_id_entry_id_key;
      update plinth.seals s set (entry_id, digest) = (select o.entry_id, o.digest from plinth.seals o
      where o.${inA} and o.number = 13 - s.number) where ${inA} and number in (6, 7)`,
    faults: [
      { kind: 'reordered', number: 6 },
      { kind: 'reordered', number: 7 },
    ],
  },
  'an entry is removed': {
    sql: `delete from plinth.action_log where id = ${at(5)}`,
    faults: [{ kind: 'removed', number: 5 }],
  },
  'an entry is removed with its link': {
    sql: `delete from plinth.action_log where id = ${at(5)}; delete from plinth.seals where ${inA} and number = 5`,
    faults: [{ kind: 'removed', number: 5 }],
  },
  'an entry is removed with its link, and the gap closed': {
    sql: `delete from plinth.action_log where id = ${at(5)}; delete from plinth.seals where ${inA} and number = 5;
      update plinth.seals set number = 10000 + number - 1 where ${inA} and number > 5;
      update plinth.seals set number = number - 10000 where ${inA} and number > 10000`,
    faults: [{ kind: 'reordered', number: 5 }],
  },
  'the latest entries are removed with their links': {
    sql: `delete from plinth.action_log where id in (select entry_id from plinth.seals where ${inA} and number > 8);
      delete from plinth.seals where ${inA} and number > 8`,
    faults: [],
  },
  'an entry is put in': {
    sql: `insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      values ('${tenantA.id}', gen_random_uuid(), 'x', 'y', now() - interval '1 day')`,
    faults: [{ kind: 'inserted', number: null }],
  },
  'everything of a tenant is removed': {
    sql: `delete from plinth.action_log where ${inA}; delete from plinth.seals where ${inA}`,
    faults: [],
  },
}

for (const [name, { sql, faults }] of Object.entries(tampering)) {
  test(`it shows when ${name}`, async () => {
    await using app = await open()
    await app.sql(sql)
    const found = await verify(app)
    expect(found.faults.length).toBeGreaterThan(0)
    expect(found.faults.every(({ tenantId }) => tenantId === tenantA.id)).toBe(true)
    expect(found.faults.map(({ kind, number }) => ({ kind, number }))).toEqual(expect.arrayContaining(faults))
  })
}

test('a chain that was made without the platform’s secret does not hold', async () => {
  await using app = await open()
  await app.sql(`update plinth.seals set hash = sha256(digest) where ${inA} and number >= 5`)
  const { faults } = await verify(app)
  expect(faults[0]).toMatchObject({ tenantId: tenantA.id, number: 5, kind: 'reordered' })
  expect(faults.some(({ kind }) => kind === 'forged')).toBe(true)
})

test('the application’s roles can add to the log and the chain, and change nothing of them', async () => {
  await using app = await open()
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    for (const role of ['plinth_app', 'plinth_system']) {
      await client.query(`set role ${role}`)
      for (const table of ['action_log', 'changes', 'seals', 'checkpoints', 'turns']) {
        for (const statement of [
          `update plinth.${table} set tenant_id = tenant_id`,
          `delete from plinth.${table}`,
          `truncate plinth.${table}`,
        ])
          await expect(client.query(statement)).rejects.toThrow('permission denied')
      }
    }
  } finally {
    await client.end()
  }
})

test('an entry whose transaction ends late is chained, and nothing is left out', async () => {
  await using app = await open()
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      values ('${tenantA.id}', gen_random_uuid(), 'late', 'somebody', now())`)
    for (let round = 0; round < 3; round++) {
      await write(app, `Later ${round}`)
      await seal(app)
      // Two runs of the job are a minute apart.
      await app.sql(`update plinth.sealing set seen_at = seen_at - interval '1 minute'`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  expect(await seal(app)).toEqual({ sealed: 1, next: null })
  // Transactions of other tests hold the mark back, since snapshots know no databases.
  await expect
    .poll(
      async () => {
        await app.sql(`update plinth.sealing set seen_at = seen_at - interval '1 minute'`)
        await seal(app)
        return app.sql('select low > 0 as "hasMoved" from plinth.sealing')
      },
      { timeout: 20_000 },
    )
    .toEqual([{ hasMoved: true }])
  expect((await verify(app)).faults).toEqual([])
})
