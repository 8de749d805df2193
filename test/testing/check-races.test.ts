import { defineCommand, Id, sql } from '@plinth/core'
import { type CheckFailed, checkRaces, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import {
  addLine,
  addSetLine,
  addSummedLine,
  cancelTicket,
  closeTicket,
  createTicket,
  Line,
  desk,
  features,
  raise,
} from '../core/_lab/ticket-module.ts'

const made = async (app: TestPlatform) =>
  app.platform.actAs(app.callerOf('admin'), ({ run }) => run(createTicket, { title: 'Paper jam' }))
const withAmount = async (app: TestPlatform) => ({ ...(await made(app)), amount: 5 })

const faulty = { access: features.manage, resource: 'desk.ticket', output: Id } as const

/** Reads by SQL of its own and locks nothing: the platform cannot know. */
const closeUnlocked = defineCommand({
  ...faulty,
  id: 'desk.tickets.close_unlocked',
  input: Id,
  async run({ input: { id }, db }) {
    const { rows } = await sql<{ status: string }>`select status from desk_tickets where id = ${id}`.execute(db)
    if (rows[0]?.status !== 'open') throw new Error('It is not open')
    await sql`update desk_tickets set status = 'closed' where id = ${id}`.execute(db)
    return { id }
  },
})

const sumUnlocked = defineCommand({
  ...faulty,
  id: 'desk.lines.sum_unlocked',
  input: Id.extend({ amount: z.int() }),
  async run({ input: { id, amount }, from, db }) {
    await from.create(Line, { ticketId: id, amount })
    const { rows } = await sql<{ total: number }>`
      select sum(amount)::int as total from desk_lines where ticket_id = ${id}`.execute(db)
    await sql`update desk_tickets set total = ${rows[0]!.total} where id = ${id}`.execute(db)
    return { id }
  },
})

test('commands as the pages show them lose nothing', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [desk()] })
  const examples = [
    { command: createTicket, input: { title: 'Paper jam' } },
    { command: closeTicket, input: made },
    { command: cancelTicket, input: made },
    { command: addLine, input: withAmount },
    { command: addSummedLine, input: withAmount },
    { command: addSetLine, input: withAmount },
    { command: raise, input: withAmount },
  ]
  const report = await checkRaces(app, { examples })
  expect(report).toMatchObject({ commands: 7 })
  // Each with itself, and those that name a ticket with each other.
  expect(report.pairs).toBe(7 + 15)
})

test('a check and a sum without a lock are found', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [desk([closeUnlocked, sumUnlocked])] })
  const examples = [
    { command: closeUnlocked, input: made },
    { command: sumUnlocked, input: withAmount },
  ]
  const failed = (await checkRaces(app, { examples }).catch((error: unknown) => error)) as CheckFailed
  expect(failed.failures).toContainEqual(
    expect.stringMatching(/^desk.tickets.close_unlocked beside itself: .* which does not happen in either order/),
  )
  expect(failed.failures).toContainEqual(
    expect.stringMatching(
      /^desk.lines.sum_unlocked beside itself: an update is lost: there is .*"total":"\+5".*"total":"\+10"/,
    ),
  )
})

const Amount = z.object({ amount: z.int() })
const lossy = { access: features.manage, resource: 'desk.ticket', input: Amount, output: z.object({}) } as const

/** Raises all tickets by what it has read, and names none of them. */
const raiseAll = defineCommand({
  ...lossy,
  id: 'desk.tickets.raise_all',
  async run({ input: { amount }, db }) {
    const { rows } = await sql<{ id: string; total: number }>`select id, total from desk_tickets`.execute(db)
    for (const { id, total } of rows)
      await sql`update desk_tickets set total = ${total + amount} where id = ${id}`.execute(db)
    return {}
  },
})

/** Raises the first ticket. */
const raiseFirst = defineCommand({
  ...lossy,
  id: 'desk.tickets.raise_first',
  async run({ input: { amount }, db }) {
    const { rows } = await sql<{ id: string; total: number }>`
      select id, total from desk_tickets order by created_at, id limit 1`.execute(db)
    await sql`update desk_tickets set total = ${rows[0]!.total + amount} where id = ${rows[0]!.id}`.execute(db)
    return {}
  },
})

/** The same, without a fault. */
const raiseSafely = defineCommand({
  ...lossy,
  id: 'desk.tickets.raise_safely',
  async run({ input: { amount }, db }) {
    await sql`update desk_tickets set total = total + ${amount}`.execute(db)
    return {}
  },
})

test('updates that commands without an id lose are found, whatever rows are there', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [desk([raiseAll, raiseFirst, raiseSafely])] })
  await made(app)
  const amount = async () => {
    await made(app)
    return { amount: 5 }
  }
  const examples = [
    { command: raiseAll, input: amount },
    { command: raiseFirst, input: { amount: 5 } },
    { command: raiseSafely, input: amount },
  ]
  const failed = (await checkRaces(app, { examples }).catch((error: unknown) => error)) as CheckFailed
  expect(failed.failures).toEqual([
    expect.stringMatching(/^desk.tickets.raise_all beside itself: an update is lost: .*"\+5".*"\+10"/),
    expect.stringMatching(/^desk.tickets.raise_first beside itself: an update is lost: .*"\+5".*"\+10"/),
  ])
})

/** Adds to the title what it has read without a lock, so that one of two additions is lost. */
const appendUnlocked = defineCommand({
  ...faulty,
  id: 'desk.tickets.append_unlocked',
  input: Id.extend({ more: z.string() }),
  async run({ input: { id, more }, db }) {
    const { rows } = await sql<{ title: string }>`select title from desk_tickets where id = ${id}`.execute(db)
    await sql`update desk_tickets set title = ${`${rows[0]!.title} ${more}`} where id = ${id}`.execute(db)
    return { id }
  },
})

/** Writes back the title that it has read, beside a new total; its code is another one each time. */
const recode = defineCommand({
  ...faulty,
  id: 'desk.tickets.recode',
  input: Id,
  async run({ input: { id }, db }) {
    const { rows } = await sql<{ total: number }>`select total from desk_tickets where id = ${id}`.execute(db)
    const title = crypto.randomUUID().slice(0, 8)
    await sql`update desk_tickets set title = ${title}, total = ${rows[0]!.total} where id = ${id}`.execute(db)
    return { id }
  },
})

test('a lost update is found although every run has other texts', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [desk([appendUnlocked, recode])] })
  const random = () => crypto.randomUUID().replaceAll('-', ' ')
  const named = async () => ({
    ...(await app.platform.actAs(app.callerOf('admin'), ({ run }) => run(createTicket, { title: random() }))),
    more: random(),
  })
  const failed = (await checkRaces(app, { examples: [{ command: appendUnlocked, input: named }] }).catch(
    (error: unknown) => error,
  )) as CheckFailed
  expect(failed.failures).toEqual([
    expect.stringMatching(/^desk.tickets.append_unlocked beside itself: an update is lost/),
  ])
  const { ignored } = await checkRaces(app, { examples: [{ command: recode, input: made }] })
  expect(ignored).toEqual(['desk_tickets.title'])
})
