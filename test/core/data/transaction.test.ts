import { type Context, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem, Item, shelf } from '../_lab/lab-module.ts'
import { openLab, callerA, callerB } from '../_lab/lab.ts'

const role = sql<{ role: string }>`select current_setting('role') as role, pg_sleep(random() / 500)`

test('authority travels with each statement, however they interleave', async () => {
  const mixed = command('mixed', async ({ db, widenScope }) => {
    await widenScope('allTenants', 'interleave', async (system) => {
      const asked = Array.from({ length: 60 }, async (_, index) => {
        const expected = index % 3 === 0 ? 'system' : 'app'
        const { rows } = await role.execute(expected === 'system' ? system.db : db)
        expect(rows[0]!.role).toBe(`plinth_${expected}`)
      })
      await Promise.all(asked)
    })
    return {}
  })
  await using lab = await openLab({ commands: [mixed] })
  await lab.do(({ run }) => run(mixed, {}))
})

test('widenScope beside app statements shows neither more nor less to either', async () => {
  await using lab = await openLab()
  await lab.do(({ run }) => run(createItem, { name: 'a' }))
  await lab.platform.actAs(callerB, ({ run }) => run(createItem, { name: 'b' }))
  await lab.do(async ({ from, db, widenScope }) => {
    const rowsOf = async (all: typeof from) => (await all(Item, 'i').select('i.id').execute()).length
    const count = sql<{ n: number }>`select count(*) as n from items`
    const rounds = Array.from({ length: 20 }, () => [
      widenScope('allTenants', 'count all', async (system) => (await count.execute(system.db)).rows[0]!.n),
      count.execute(db).then(({ rows }) => rows[0]!.n),
      widenScope('allTenants', 'count all', (system) => rowsOf(system.from)),
      rowsOf(from),
    ])
    const counts = await Promise.all(rounds.flat())
    expect(counts).toEqual(rounds.flatMap(() => [2, 1, 2, 1]))
  })
})

test('statements of one unit wait for each other: pg has nothing to warn of', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => void warnings.push(warning)
  process.on('warning', hear)
  await using lab = await openLab()
  await lab.do(async ({ inject, db }) => {
    await Promise.all(Array.from({ length: 20 }, () => [role.execute(db), inject(shelf).count()]).flat())
  })
  await new Promise((done) => setTimeout(done, 20))
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

test('statements that are issued together are sent together, the first ones with the opening', async () => {
  await using lab = await openLab()
  await lab.do(async ({ db }) => {
    const one = sql`select ${1}::int as n`
    for (const way of ['opening', 'open']) {
      // When one is answered, all of them have been sent.
      const sent = await Promise.all([1, 2, 3].map(() => one.execute(db).then(() => lab.statements.length)))
      expect([way, new Set(sent).size]).toEqual([way, 1])
    }
  })
})

test('of statements that are sent together each is told its own fate', async () => {
  await using lab = await openLab()
  await lab.do(async ({ db }) => {
    const answers = await Promise.allSettled(['1', 'x', '3'].map((text) => sql`select ${text}::int as n`.execute(db)))
    const fates = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason.code))
    // The transaction refuses what comes after a failure, whose reason decides about a retry and the response.
    expect(fates).toEqual([[{ n: 1 }], '22P02', '22P02'])
    expect((await sql`select 4 as n`.execute(db)).rows).toEqual([{ n: 4 }])
  })
})

test('what a reader asks after a failure is answered, a snapshot excepted', async () => {
  await using lab = await openLab()
  const ask = async ({ db }: Context) => {
    const answers: unknown[] = []
    for (const text of ['1', 'x', '3'])
      answers.push(
        await sql<{ n: number }>`select ${text}::int as n`.execute(db).then(
          ({ rows }) => rows[0]!.n,
          ({ code }) => code,
        ),
      )
    return answers
  }
  expect(await lab.do(ask)).toEqual([1, '22P02', 3])
  expect(await lab.do(({ snapshot }) => snapshot(ask))).toEqual([1, '22P02', '22P02'])
})

test('a reader asks again where a migration has changed what a prepared statement gives', async () => {
  await using lab = await openLab()
  const read = ({ db }: Context) =>
    Promise.all([1, 2].map((n) => sql`select ${n}::int as n, i.* from items i`.execute(db)))
  const late = async (ctx: Context) => {
    await sql`select 1`.execute(ctx.db)
    return read(ctx)
  }
  for (const [index, work] of [read, late].entries()) {
    for (let times = 0; times < 5; times++) await lab.do(work)
    await lab.sql(`alter table items add column more_${index} integer`)
    expect((await lab.do(work)).map(({ rows }) => rows)).toEqual([[], []])
  }
})

test('what is kept beyond its unit is refused and holds no connection', async () => {
  await using lab = await openLab()
  const kept = await lab.do(async (ctx) => ctx)
  expect(() => kept.from).toThrow('has ended')
  expect(() => kept.db).toThrow('has ended')
  let inside: typeof kept | undefined
  const leak = command('leak', async (ctx) => ((inside = ctx as never), {}))
  await lab.do(({ run }) => run(leak, {}))
  await expect(role.execute(inside!.db)).rejects.toThrow('has ended')
})

test('a read that fails is forgotten with its transaction, and its own error is told', async () => {
  await using lab = await openLab()
  await expect(lab.do(({ db }) => sql`select 'x'::uuid`.execute(db))).rejects.toMatchObject({ code: '22P02' })
  await lab.do(async ({ db, run }) => {
    await sql`select 1 / 0`.execute(db).catch(() => {})
    await run(createItem, { name: 'after' })
    expect((await sql`select name from items`.execute(db)).rows).toEqual([{ name: 'after' }])
  })
})

test('a transaction ended from inside is noticed and its connection thrown away', async () => {
  const escape = command('escape', async ({ db, from }) => {
    await from.create(Item, { name: 'x' })
    await sql`commit`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [escape] })
  await expect(lab.do(({ run }) => run(escape, {}))).rejects.toThrow('from inside')
})

test('a reader that waits for something else gives its connection back', async () => {
  await using lab = await openLab()
  await lab.do(async ({ db }) => {
    await role.execute(db)
    await new Promise((done) => setTimeout(done, 1_300))
    const open = await lab.sql(`select from pg_stat_activity where datname = current_database()
      and application_name = 'plinth' and state like 'idle in transaction%'`)
    expect(open).toHaveLength(0)
    await role.execute(db)
  })
})

test('a scope of anything but identifiers never reaches the server', async () => {
  await using lab = await openLab()
  const scope = { ...callerA.scope, tenantId: `'; drop table items; --` }
  await expect(lab.platform.actAs({ ...callerA, scope }, ({ db }) => role.execute(db))).rejects.toThrow(
    'can only contain UUIDs',
  )
  await lab.do(({ db }) => role.execute(db))
})
