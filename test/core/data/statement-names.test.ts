import { setTimeout as sleep } from 'node:timers/promises'
import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineCommand, defineMigration, Id, open, sql, type Sql, TenantScoped } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../_lab/databases.ts'
import { openLab } from '../_lab/lab.ts'
import { labModule } from '../_lab/lab-module.ts'
import { z } from 'zod'

const nobody = { actor: 'platform', reason: 'test', scope: { tenantId: tenantA.id } } as const
/** Names that a platform gives at once; a connection may have prepared three times as many. */
const NAMES = 500

/** A platform with one connection for all work. */
async function openPlatform(url: string, onNotice?: (text: string) => void) {
  const platform = await createPlatform({
    modules: [labModule({})],
    database: { url, privilegedLogin: true, poolSize: 1, ...(onNotice && { onNotice }) },
    secret: 'x'.repeat(32),
  })
  await platform.migrate()
  const work = <T>(one: (db: Sql) => Promise<T>) => platform.actAs(nobody, ({ db }) => one(db))
  const ask = (column: string) => work((db) => sql`select ${1}::integer as ${sql.ref(column)}`.execute(db))
  /** What the connection has prepared, and which process it leads to. */
  const look = async () => {
    const { rows } = await work((db) =>
      sql<{ pid: number; texts: string[] }>`select pg_backend_pid() as pid,
        (select coalesce(array_agg(statement), '{}') from pg_prepared_statements where name like 'plinth%') as texts`.execute(
        db,
      ),
    )
    return rows[0]!
  }
  return { ask, look, work, [Symbol.asyncDispose]: () => platform.close() }
}

test(
  'a hot statement has a name whatever texts are generated, and a connection keeps a bounded number of them',
  { timeout: 60_000 },
  async () => {
    await using database = await emptyDatabase()
    await using platform = await openPlatform(database.url)
    const { ask, look } = platform
    const processes = new Set<number>()
    let most = 0
    let without = 0
    for (let n = 0; n < 2_000; n++) {
      // Whoever generates a text may send it as often as it takes to be prepared.
      for (let again = 0; again < 3; again++) await ask(`generated_${n}`)
      if (n % 50 !== 49) continue
      for (let again = 0; again < 3; again++) await ask('hot')
      const { pid, texts } = await look()
      processes.add(pid)
      most = Math.max(most, texts.length)
      if (!texts.some((text) => text.includes('"hot"'))) without++
    }
    expect(without).toBe(0)
    expect(most).toBeGreaterThan(NAMES)
    expect(most).toBeLessThanOrEqual(3 * NAMES)
    // A new connection costs more than a statement, so there are few.
    expect(processes.size).toBeLessThanOrEqual(3)
  },
)

test('texts that come once are not prepared, and one that comes after thousands of them is', async () => {
  await using database = await emptyDatabase()
  await using platform = await openPlatform(database.url)
  const { ask, look } = platform
  const before = (await look()).texts.length
  for (let n = 0; n < 2_000; n++) await ask(`generated_${n}`)
  for (let again = 0; again < 2; again++) await ask('late')
  const { texts } = await look()
  expect(texts.filter((text) => text.includes('generated_'))).toEqual([])
  expect(texts.filter((text) => text.includes('"late"')).length).toBe(1)
  expect(texts.length).toBeLessThan(before + 10)
})

test('a connection plans its statements again each time its age has doubled, since tables may have been empty', async () => {
  let planned = 0
  await using database = await emptyDatabase()
  const openedAt = performance.now()
  await using platform = await openPlatform(database.url, (text) => void (text === 'planned' && planned++))
  // PostgreSQL evaluates it in planning.
  await database.sql(`create function planned() returns integer immutable language plpgsql as
    $$ begin raise notice 'planned'; return 1; end $$`)
  const askOften = async () => {
    const before = planned
    for (let n = 0; n < 10; n++) await platform.work((db) => sql`select planned() + ${n}::integer`.execute(db))
    return planned - before
  }
  expect(await askOften()).toBeGreaterThan(1)
  await sleep(1_000 + performance.now() - openedAt)
  expect(await askOften()).toBe(1)
  expect(await askOften()).toBe(0)
})

test('a migration costs a command one more attempt, however many connections have prepared its statements', async () => {
  const Tag = defineEntity({ name: 'Tag', tableName: 'tags', extends: TenantScoped, properties: { label: p.string() } })
  await using lab = await openLab({
    entities: [Tag],
    migrations: [defineMigration('lab.tags', `select plinth.tenant_table('tags', 'label text not null')`)],
  })
  const rename = defineCommand({
    id: 'lab.tags.rename',
    access: open,
    input: z.object({ label: z.string() }),
    output: Id,
    async run({ from, input }) {
      attempts++
      const [tag = await from.create(Tag, input)] = await from.lockAll(Tag, {})
      await from.change(Tag, tag, input)
      await sleep(30)
      return { id: tag.id }
    },
  })
  let attempts = 0
  const run = (label: string) => lab.do((ctx) => ctx.run(rename, { label }))
  await run('first')
  // Each of several connections prepares the statement.
  for (const round of ['a', 'b', 'c'])
    await Promise.allSettled(Array.from({ length: 9 }, (_, at) => run(`${round}${at}`)))
  await lab.sql('alter table tags add column color text')
  for (let at = 0; at < 9; at++) {
    attempts = 0
    await run(`later ${at}`)
    expect(attempts).toBeLessThanOrEqual(2)
  }
})
