import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { createPlatform, defineCommand, defineMigration, defineModule, Id, Scoped, signedIn, sql } from '@plinth/core'
import { directory } from '@plinth/directory'
import { defineEntity, p } from '@mikro-orm/core'
import pg from 'pg'
import { z } from 'zod'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'

const secret = 'bench'.repeat(8)
const userId = '30000000-0000-4000-8000-000000000001'
const CALLERS = 16
const BULK = 500
const TURNS = 15

const Ticket = defineEntity({
  name: 'BenchTicket',
  tableName: 'bench_tickets',
  extends: Scoped,
  properties: { status: p.string(), count: p.integer() },
})

const about = { access: signedIn, resource: 'bench.ticket', input: Id, output: Id } as const
const locked = defineCommand({
  ...about,
  id: 'bench.tickets.locked',
  async run({ from, input: { id } }) {
    const ticket = await from.lock(Ticket, id)
    await from.change(Ticket, ticket, { count: ticket.count + 1 })
    return { id }
  },
})
/** The same two statements, without a lock and without an entity. */
const unlocked = defineCommand({
  ...about,
  id: 'bench.tickets.unlocked',
  async run({ db, now, scope: { tenantId }, input: { id } }) {
    const { rows } = await sql<{
      count: number
    }>`select id, tenant_id, organization_id, status, count, created_at, updated_at
      from bench_tickets where id = ${id} and tenant_id = ${tenantId}`.execute(db)
    await sql`update bench_tickets set count = ${rows[0]!.count + 1}, updated_at = ${now().toISOString()}
      where id = ${id} and tenant_id = ${tenantId}`.execute(db)
    return { id }
  },
})
const moveMany = defineCommand({
  ...about,
  id: 'bench.tickets.move',
  input: z.object({ ids: z.array(z.uuid()), to: z.string() }),
  output: z.object({ moved: z.int() }),
  async run({ input: { ids, to }, from }) {
    const moved = await from
      .update(Ticket, 't')
      .set({ status: to })
      .where('t.id', 'in', ids)
      .where('t.status', '<>', to)
      .returning('t.id')
      .execute()
    return { moved: moved.length }
  },
})
const desk = defineModule({
  id: 'bench',
  title: 'Bench',
  entities: [Ticket],
  commands: [locked, unlocked, moveMany],
  migrations: [
    defineMigration(
      'bench.tickets',
      `select plinth.scoped_table('bench_tickets', 'status text not null, count int not null')`,
    ),
  ],
})

/** What row locks cost, how many callers of one row get on, and a change of many rows. */
export async function* concurrency({ url, query }: BenchDatabase): AsyncGenerator<Result> {
  await using platform = await createPlatform({
    database: { url, privilegedLogin: true },
    modules: [directory, auth({ secret }), auditLogs, desk],
    secret,
  })
  await platform.migrate()
  await platform.start({ workers: false })
  const { rows } = await query(
    `insert into bench_tickets (id, tenant_id, organization_id, status, count)
      select gen_random_uuid(), $1, $2, 'open', 0 from generate_series(1, ${BULK}) returning id`,
    [tenantId, organizationId],
  )
  await query(`create schema if not exists floor;
    create table floor.tickets (like bench_tickets including all);
    insert into floor.tickets select * from bench_tickets`)
  const ids = rows.map(({ id }) => id as string)
  const [hot] = ids as [string]
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId }, userId } as const
  const run = (command: typeof locked, id: string) => platform.actAs(caller, (ctx) => ctx.run(command, { id }))

  // Both on rows of their own, one after the other: the lock alone.
  let next = 0
  const update = (command: typeof locked) => () => perCpuSecond(1, 200, () => run(command, ids[next++ % BULK]!))
  yield {
    name: 'update of a row by `from` with the lock, against plain SQL without',
    unit: 'commands/s of CPU',
    ...(await compare(TURNS, update(unlocked), update(locked))),
    target: 0.95,
  }

  const pool = new pg.Pool({ connectionString: url, max: CALLERS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const countOf = async () => {
    const found = await query('select count from bench_tickets where id = $1', [hot])
    return found.rows[0].count as number
  }
  const before = await countOf()
  let counted = 0
  const measured = await compare(
    7,
    () => perSecond(CALLERS, 800, () => writeBare(pool, hot)),
    // Throws with whatever is answered but success.
    () =>
      perSecond(CALLERS, 800, async () => {
        await run(locked, hot)
        counted++
      }),
  )
  const lost = counted - ((await countOf()) - before)
  if (lost !== 0) throw new Error(`${lost} updates are lost`)
  yield { name: `${CALLERS} callers of one row, none lost`, unit: 'commands/s', ...measured, target: 0.5 }
  const recorded = await compare(
    7,
    () => perSecond(CALLERS, 800, () => writeRecorded(pool, hot)),
    () => perSecond(CALLERS, 800, () => run(locked, hot)),
  )
  yield { name: 'the same, against the three rows of a command by bare pg', unit: 'commands/s', ...recorded }

  const other = { open: 'closed', closed: 'open' } as const
  let status: keyof typeof other = 'open'
  const bulk = await compare(
    7,
    () => millisecondsOf(() => moveBare(pool, ids, (status = other[status]))),
    () =>
      millisecondsOf(async () => {
        const { moved } = await platform.actAs(caller, (ctx) =>
          ctx.run(moveMany, { ids, to: (status = other[status]) }),
        )
        if (moved !== BULK) throw new Error(`${moved} rows were moved`)
      }),
  )
  yield { name: `transition of ${BULK} rows by one command`, unit: 'ms', ...bulk, target: 3, atMost: true }
  await pool.end()
}

/** Calls in a second of this process's CPU time. */
async function perCpuSecond(callers: number, calls: number, call: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await perSecond(callers, calls, call)
  const { user, system } = process.cpuUsage(begun)
  return (calls * 1e6) / (user + system)
}

async function perSecond(callers: number, calls: number, call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let left = calls
  const caller = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (calls * 1000) / (performance.now() - begun)
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function writeBare(pool: pg.Pool, id: string): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  const values = [id]
  await client.query({ name: 'lock', text: 'select * from floor.tickets where id = $1 for update', values })
  await client.query({ name: 'count', text: 'update floor.tickets set count = count + 1 where id = $1', values })
  await client.query('commit')
  client.release()
}

/**
 * What a command writes, by bare pg and in as many round trips: the row, its change, which the trigger records, and its
 * entry of the log. Nothing is parsed, checked or answered.
 */
async function writeRecorded(pool: pg.Pool, id: string): Promise<void> {
  const client = await pool.connect()
  const entry = crypto.randomUUID()
  await client.query(`begin; set local role plinth_app; set local plinth.key = ''; set local plinth.tenant = '${tenantId}';
    set local plinth.organizations = '*'; set local plinth.entry = '${entry}';
    select * from bench_tickets where id = '${id}' and tenant_id = '${tenantId}' for no key update`)
  await client.query({
    name: 'count recorded',
    text: 'update bench_tickets set count = count + 1, updated_at = now() where id = $1 and tenant_id = $2',
    values: [id, tenantId],
  })
  await client.query(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
    values ('${tenantId}', '${entry}', 'bench', '${userId}', now()); commit`)
  client.release()
}

/** One statement on the same table, with its triggers. */
async function moveBare(pool: pg.Pool, ids: readonly string[], to: string): Promise<void> {
  const client = await pool.connect()
  await client.query(`begin; set local plinth.tenant = '${tenantId}'; set local plinth.organizations = '*';
    set local plinth.entry = '${crypto.randomUUID()}'`)
  await client.query({
    name: 'move',
    text: `update bench_tickets set status = $1, updated_at = now()
      where tenant_id = $2 and id = any ($3::uuid[]) and status <> $1 returning id`,
    values: [to, tenantId, ids],
  })
  await client.query('commit')
  client.release()
}
