import { createPlatform, defineJob, defineMigration, defineModule, sql } from '@plinth/core'
import { defineBatchedLog, type BatchedLog } from '@plinth/core/data'
import { tenantA } from '@plinth/testing'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startRelay } from '../../_setup/relay.ts'
import { emptyDatabase } from '../_lab/databases.ts'

const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
const heard: string[] = []
const tell = defineJob({
  id: 'diary.tell',
  payload: z.object({ text: z.string() }),
  run: ({ payload }) => void heard.push(payload.text),
})
interface Page {
  readonly id: string
  readonly text: string
}
const batchedLogOf = (id: string, more: Partial<BatchedLog<Page>>) =>
  defineBatchedLog<Page>({
    id,
    statements: (lines) => [
      sql`insert into pages (id, tenant_id, text) select id, ${tenantA.id}, text
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id uuid, text text) on conflict do nothing`,
    ],
    ...more,
  })
const pages = batchedLogOf('diary.pages', {})
const errands = batchedLogOf('diary.errands', {
  jobs: (lines) =>
    lines.map(({ text }) => ({
      job: tell,
      payload: { text },
      origin: { scope, userId: null, requestId: null },
    })),
})
const diary = defineModule({
  id: 'diary',
  title: 'Diary',
  migrations: [
    defineMigration(
      'diary.tables',
      `create table pages (id uuid not null, tenant_id uuid not null, text text, primary key (tenant_id, id));
       select plinth.guard('pages', plinth.visible('pages'));`,
    ),
  ],
  jobs: [tell],
})

/** A platform whose database can be taken away. */
async function open({ statementTimeout }: { readonly statementTimeout?: number } = {}) {
  const opened = new AsyncDisposableStack()
  const database = opened.use(await emptyDatabase())
  const relay = opened.use(await startRelay(database.url))
  const log = {
    debug() {},
    info() {},
    warn: vi.fn<(facts: object, text: string) => void>(),
    error: vi.fn<() => void>(),
  }
  const platform = opened.use(
    await createPlatform({
      modules: [diary],
      database: { url: relay.url, privilegedLogin: true, ...(statementTimeout && { statementTimeout }) },
      secret: 'x'.repeat(32),
      log,
    }),
  )
  await platform.migrate()
  await platform.start({ workers: false })
  return {
    database,
    relay,
    platform,
    warnings: () => log.warn.mock.calls.map(([, text]) => text),
    errors: log.error,
    append: (target: typeof pages, text: string) =>
      platform.actAs(
        { actor: 'platform', reason: 'test', scope },
        async (ctx) => void ctx.record(target, { id: crypto.randomUUID(), text }),
      ),
    texts: async () => (await database.sql('select text from pages order by text')).map(({ text }) => text as string),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

// Each has a platform of its own, and waits most of the time.
test.concurrent(
  'lines that nobody waits for outlive a server that is away for longer than requests wait',
  { timeout: 60_000 },
  async () => {
    await using app = await open()
    await app.append(pages, 'before')
    await app.platform.settled()
    app.relay.switchTo('postgres://127.0.0.1:1/nowhere')
    await app.append(pages, 'during')
    await sleep(13_000)
    expect(app.platform.logRecords()).toEqual({ waiting: 1, lost: 0 })
    expect(app.warnings()).toContain('log records wait for the database')
    app.relay.switchTo(app.database.url)
    await app.platform.settled()
    expect(await app.texts()).toEqual(['before', 'during'])
    expect(app.errors).not.toHaveBeenCalled()
  },
)

test.concurrent(
  'what was written, though its answer was lost, is not written again, nor are its jobs',
  { timeout: 60_000 },
  async () => {
    await using app = await open()
    heard.length = 0
    await Promise.all([app.append(errands, 'first'), app.append(pages, 'second')])
    await app.platform.settled()
    app.relay.mute('third', 'commit')
    await app.append(errands, 'third')
    await expect.poll(app.texts, { timeout: 20_000 }).toContain('third')
    app.relay.switchTo(app.database.url)
    await app.platform.settled()
    await app.platform.runJobs()
    expect(await app.texts()).toEqual(['first', 'second', 'third'])
    expect(heard.toSorted()).toEqual(['first', 'third'])
    expect(app.platform.logRecords()).toEqual({ waiting: 0, lost: 0 })
  },
)

test.concurrent(
  'a table that is locked for longer than a statement may take loses no lines',
  { timeout: 60_000 },
  async () => {
    await using app = await open({ statementTimeout: 500 })
    const locker = new pg.Client({ connectionString: app.database.url })
    await locker.connect()
    await locker.query('begin; lock table pages in access exclusive mode')
    const texts = ['1', '2', '3', '4']
    for (const text of texts) await app.append(pages, text)
    await sleep(6_000)
    await locker.query('commit')
    await locker.end()
    await app.platform.settled()
    expect(await app.texts()).toEqual(texts)
    expect(app.platform.logRecords()).toEqual({ waiting: 0, lost: 0 })
  },
)

test.concurrent(
  'a platform that closes while its database is away says which lines it lost',
  { timeout: 60_000 },
  async () => {
    await using app = await open()
    app.relay.switchTo('postgres://127.0.0.1:1/nowhere')
    await app.append(pages, 'lost')
    await app.platform.close().catch(() => {})
    expect(app.platform.logRecords()).toEqual({ waiting: 0, lost: 1 })
    expect(app.errors).toHaveBeenCalledWith(
      expect.objectContaining({ log: 'diary.pages', records: 1 }),
      'log records lost',
    )
  },
)
