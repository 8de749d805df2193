import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import {
  createPlatform,
  defineCommand,
  defineEvents,
  defineMigration,
  defineModule,
  Id,
  on,
  signedIn,
  sql,
} from '@plinth/core'
import { directory } from '@plinth/directory'
import pg from 'pg'
import { z } from 'zod'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'

const SECONDS = 3
const secret = 'bench'.repeat(8)
const userId = '30000000-0000-4000-8000-000000000001'

const events = defineEvents('bench', { noted: z.object({ id: z.uuid() }) })
const createNote = defineCommand({
  id: 'bench.notes.create',
  label: 'Create note',
  access: signedIn,
  resource: 'bench.note',
  input: z.object({ title: z.string() }),
  output: Id,
  async run({ input, db, scope, emit }) {
    const id = crypto.randomUUID()
    await sql`insert into bench_notes (id, tenant_id, organization_id, title)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${input.title})`.execute(db)
    emit(events.noted, { id })
    return { id }
  },
})
const notes = defineModule({
  id: 'bench',
  title: 'Bench',
  events,
  subscribers: [on(events.noted, () => {}, { durable: 'bench.follow' })],
  commands: [createNote],
  migrations: [defineMigration('bench.notes', `select plinth.scoped_table('bench_notes', 'title text not null')`)],
})

/**
 * A command with its recorded change, its log entry, a durable event and a line of the access log, against `pg` alone
 * inserting the same five rows in one transaction; by one writer and by eight.
 */
export async function commands({ url, query }: BenchDatabase): Promise<Result[]> {
  await using platform = await createPlatform({
    database: { url, privilegedLogin: true },
    modules: [directory, auth({ secret }), auditLogs, notes],
    secret,
  })
  await platform.migrate()
  await platform.start({ workers: false })
  await query(`create schema if not exists floor;
    create table if not exists floor.notes (like bench_notes including all);
    create table if not exists floor.changes (like plinth.changes including all);
    create table if not exists floor.entries (like plinth.action_log including all);
    create table if not exists floor.jobs (like plinth_jobs.job including all);
    create table if not exists floor.accesses (like plinth.access_log including all)`)
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId }, userId } as const
  const write = () =>
    platform.actAs(caller, async (ctx) => {
      const { id } = await ctx.run(createNote, { title: 'A note' })
      auditLogs.onRead!(ctx, { ...read, resourceIds: [id] })
    })
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const results: Result[] = []
  for (const writers of [1, 8]) {
    const measured = await compare(
      5,
      () => rateOf(writers, () => writeBare(pool)),
      () => rateOf(writers, write),
    )
    results.push({ name: `a command, ${writers} at once`, unit: 'commands/s', ...measured, target: 0.5 })
  }
  await pool.end()
  return results
}

const read = {
  resourceKind: 'bench.note',
  resultCount: 1,
  accessType: 'read:item',
  fields: ['id', 'title'],
  queryKeys: [],
  path: '/api/bench/notes',
} as const

async function rateOf(writers: number, write: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let written = 0
  const writer = async () => {
    for (; performance.now() < until; written++) await write()
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return written / SECONDS
}

async function writeBare(pool: pg.Pool): Promise<void> {
  const [id, entryId, jobId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const now = new Date().toISOString()
  const row = { id, tenant_id: tenantId, organization_id: organizationId, title: 'A note', created_at: now }
  const job = { payload: { payload: { id }, deliveryId: jobId }, scope: { tenantId, organizationId }, userId }
  const context = { resultCount: 1, accessType: 'read:item', path: read.path }
  const client = await pool.connect()
  await client.query('begin')
  for (const [name, [text, values]] of Object.entries({
    note: [
      'insert into floor.notes (id, tenant_id, organization_id, title) values ($1, $2, $3, $4)',
      [id, tenantId, organizationId, row.title],
    ],
    change: [
      `insert into floor.changes (tenant_id, entry_id, table_name, row_id, after) values ($1, $2, 'notes', $3, $4)`,
      [tenantId, entryId, id, JSON.stringify(row)],
    ],
    entry: [
      `insert into floor.entries (tenant_id, id, organization_id, command_id, action_label, actor_id, actor_user_id,
        resource_kind, resource_id, undo_token_hash, cache_tags, created_at)
        values ($1, $2, $3, 'bench.notes.create', 'Create note', 'bench', $4, 'bench.note', $5, $6, '[]', $7)`,
      [tenantId, entryId, organizationId, userId, id, entryId + id, now],
    ],
    job: [
      `insert into floor.jobs (name, id, data, singleton_key) values ('bench.follow', $1, $2, $3)`,
      [jobId, JSON.stringify(job), jobId],
    ],
    access: [
      `insert into floor.accesses (tenant_id, created_at, organization_id, actor_id, resource_kind, resource_id,
        access_type, fields, context) values ($1, $2, $3, $4, 'bench.note', $5, 'read:item', $6, $7)`,
      [tenantId, now, organizationId, userId, id, read.fields, JSON.stringify(context)],
    ],
  } satisfies Record<string, [string, unknown[]]>))
    await client.query({ name, text, values })
  await client.query('commit')
  client.release()
}
