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
  desk,
  features,
  raise,
} from '../core/_lab/ticket-module.ts'

const made = async (app: TestPlatform) =>
  app.platform.as(app.callerOf('admin'), ({ run }) => run(createTicket, { title: 'Paper jam' }))
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
  async run({ input: { id, amount }, em, db }) {
    em.create((await import('../core/_lab/ticket-module.ts')).Line, { ticketId: id, amount })
    await em.flush()
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
