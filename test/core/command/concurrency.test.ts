import { type Command, createPlatform, defineCommand, defineJob, Id } from '@plinth/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { findPgBouncer, startPgBouncer } from '../../_setup/pgbouncer.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import {
  addBareLine,
  addLine,
  addSetLine,
  addSummedLine,
  cancelTicket,
  closeTicket,
  count,
  createTicket,
  desk,
  features,
  pathOf,
  raise,
  raiseRow,
  Ticket,
} from '../_lab/ticket-module.ts'

const open = () => testApp({ modules: [desk()] })

async function make(app: TestPlatform): Promise<string> {
  const { body } = await app.as('admin').post(pathOf(createTicket), { title: 'Paper jam' })
  return (body as { id: string }).id
}

const send = (app: TestPlatform, command: Command, body: object) => app.as('admin').post(pathOf(command), body)

/** Sends all at once, and answers their statuses in order. */
async function race(app: TestPlatform, calls: readonly (readonly [Command, object])[]): Promise<readonly number[]> {
  const answers = await Promise.all(calls.map(([command, body]) => send(app, command, body)))
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

const ROUNDS = 8

const ticketOf = async (app: TestPlatform, id: string) => {
  const [row] = await app.sql<{ status: string; total: number; lines: number; sum: number; rows: number }>(
    `select status, total, lines, (select coalesce(sum(amount), 0)::int from desk_lines where ticket_id = t.id) as sum,
      (select count(*)::int from desk_lines where ticket_id = t.id) as rows from desk_tickets t where id = $1`,
    [id],
  )
  return row!
}

test('of two contradicting moves one wins, and the other is told', { timeout: 120_000 }, async () => {
  await using app = await open()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    const mails = app.mails.length
    expect(
      await race(app, [
        [closeTicket, { id }],
        [cancelTicket, { id }],
      ]),
    ).toEqual([200, 409])
    expect(app.mails.length - mails).toBe(1)
  }
})

test('the same move sent twice is made once', { timeout: 120_000 }, async () => {
  await using app = await open()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    expect(
      await race(app, [
        [closeTicket, { id }],
        [closeTicket, { id }],
      ]),
    ).toEqual([200, 409])
  }
})

for (const [name, command] of Object.entries({ addLine, addSummedLine, addSetLine }))
  test(`a sum of children is that of its children: ${name}`, { timeout: 120_000 }, async () => {
    await using app = await open()
    for (let round = 0; round < ROUNDS; round++) {
      const id = await make(app)
      const calls = [1, 2, 3, 4].map((amount) => [command, { id, amount }] as const)
      expect(await race(app, calls)).toEqual([200, 200, 200, 200])
      expect(await ticketOf(app, id)).toMatchObject({ total: 10, sum: 10, lines: 4, rows: 4 })
    }
  })

test('nothing is added to a ticket that was closed meanwhile', { timeout: 120_000 }, async () => {
  await using app = await open()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    const [added, closed] = await Promise.all([
      send(app, addBareLine, { id, amount: 1 }),
      send(app, closeTicket, { id }),
    ])
    expect(closed.status).toBe(200)
    const [line, entries] = [
      await ticketOf(app, id),
      await app.sql('select command_id from plinth.action_log order by seq desc limit 2'),
    ]
    // Who was first is told by the log: a line that was refused came after the move.
    expect(line.rows).toBe(added.status === 200 ? 1 : 0)
    if (added.status === 200) expect(entries[0]).toEqual({ command_id: closeTicket.id })
  }
})

test('what is read without a lock and written loses no update', { timeout: 120_000 }, async () => {
  await using app = await open()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    const calls = [1, 2, 3, 4].map((amount) => [round % 2 === 0 ? raise : raiseRow, { id, amount }] as const)
    expect(await race(app, calls)).toEqual([200, 200, 200, 200])
    expect((await ticketOf(app, id)).total).toBe(10)
  }
})

test('sixteen callers on one row lose no update, and none gets a 5xx', { timeout: 120_000 }, async () => {
  await using app = await open()
  const id = await make(app)
  for (let round = 0; round < 5; round++)
    for (const command of [count, raise, raiseRow])
      expect(
        await race(
          app,
          Array.from({ length: 16 }, () => [command, { id, amount: 1 }] as const),
        ),
      ).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await ticketOf(app, id)).total).toBe(240)
})

/** A command that has loaded its row, and waits before it writes. */
function heldCount() {
  const loaded = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const command = defineCommand({
    id: 'desk.tickets.count_held',
    access: features.manage,
    resource: 'desk.ticket',
    input: Id,
    output: Id,
    async run({ input: { id }, from }) {
      const ticket = await from.lock(Ticket, id)
      loaded.resolve()
      await held.promise
      await from.change(Ticket, ticket, { total: ticket.total + 1 })
      return { id }
    },
  })
  return { command, loaded: loaded.promise, goOn: () => held.resolve() }
}

const lastEntry = async (app: TestPlatform) =>
  (await app.sql<{ id: string }>('select id from plinth.action_log order by seq desc limit 1'))[0]!.id

test('an undo waits for a command that has loaded the row, and is refused then', async () => {
  const { command, loaded, goOn } = heldCount()
  await using app = await testApp({ modules: [desk([command])] })
  const caller = app.callerOf('admin')
  const id = await make(app)
  await app.platform.actAs(caller, ({ run }) => run(count, { id }))
  const entry = await lastEntry(app)
  const counting = app.platform.actAs(caller, ({ run }) => run(command, { id }))
  await loaded
  let isUndone = false
  const undoing = app.platform.actAs(caller, ({ undo }) => undo(entry)).finally(() => (isUndone = true))
  const answered = Promise.allSettled([undoing])
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => isUndone || (await app.sql(waits)).length > 0, { timeout: 20_000 }).toBe(true)
  goOn()
  expect(await answered).toMatchObject([{ status: 'rejected', reason: { code: 'bad_input' } }])
  await counting
  expect((await ticketOf(app, id)).total).toBe(2)
})

test('of an undo and a command on the same row none is lost', { timeout: 120_000 }, async () => {
  await using app = await open()
  const caller = app.callerOf('admin')
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    await app.platform.actAs(caller, ({ run }) => run(count, { id }))
    const entry = await lastEntry(app)
    const undoing = app.platform.actAs(caller, ({ undo }) => undo(entry))
    // The undo asks more before it writes: each round the command begins a little later.
    const counting = sleep(7 * round).then(() => app.platform.actAs(caller, ({ run }) => run(count, { id })))
    const [undone] = await Promise.allSettled([undoing, counting])
    await counting
    // Refused where the command came first: its change is the newer one.
    if (undone.status === 'rejected') expect(undone.reason).toMatchObject({ code: 'bad_input' })
    expect((await ticketOf(app, id)).total).toBe(undone.status === 'fulfilled' ? 1 : 2)
  }
})

const countLater = defineJob({
  id: 'desk.count-later',
  payload: Id,
  run: async ({ payload, run }) => void (await run(count, payload)),
})

test('jobs and commands on one row lose no update', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [{ ...desk(), jobs: [countLater] }] })
  const caller = app.callerOf('admin')
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    await app.platform.actAs(caller, async ({ enqueue }) => {
      for (let job = 0; job < 3; job++) enqueue(countLater, { id })
    })
    const [ran, statuses] = await Promise.all([
      app.jobs(),
      race(
        app,
        Array.from({ length: 3 }, () => [count, { id }] as const),
      ),
    ])
    expect(ran).toBe(3)
    expect(statuses).toEqual([200, 200, 200])
    expect((await ticketOf(app, id)).total).toBe(6)
  }
})

const pgBouncer = await findPgBouncer()
if (pgBouncer === undefined) console.log('PgBouncer is not installed: commands behind it are not tried')

test.each(pgBouncer === undefined ? [] : [pgBouncer])(
  'sixteen callers on one row lose no update behind PgBouncer in transaction mode',
  { timeout: 120_000 },
  async (program) => {
    await using database = await emptyDatabase()
    // Fewer connections than callers, so that transactions take turns on them.
    await using pooler = await startPgBouncer(program, database.url, { more: 'default_pool_size = 5' })
    await using host = await createPlatform({
      modules: [desk()],
      database: { url: pooler.url, directUrl: database.url, privilegedLogin: true, preparedStatements: false },
      secret: 'x'.repeat(32),
    })
    await host.migrate()
    await host.start({ workers: false })
    const [tenantId, organizationId] = [crypto.randomUUID(), crypto.randomUUID()]
    const caller = { actor: 'platform', reason: 'desk', scope: { tenantId, organizationId } } as const
    const { id } = await host.actAs(caller, ({ run }) => run(createTicket, { title: 'Paper jam' }))
    for (const command of [count, raise])
      await Promise.all(
        Array.from({ length: 16 }, () => host.actAs(caller, ({ run }) => run(command as Command, { id, amount: 1 }))),
      )
    const rows = await database.sql('select total from desk_tickets')
    expect(rows).toEqual([{ total: 32 }])
  },
)
