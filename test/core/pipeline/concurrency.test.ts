import type { Command } from '@plinth/core'
import type { TestPlatform } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
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
  pathOf,
  raise,
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

const ROUNDS = 15

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

test('what is read and written by `from` loses no update', { timeout: 120_000 }, async () => {
  await using app = await open()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await make(app)
    const calls = [1, 2, 3, 4].map((amount) => [raise, { id, amount }] as const)
    expect(await race(app, calls)).toEqual([200, 200, 200, 200])
    expect((await ticketOf(app, id)).total).toBe(10)
  }
})

test('sixteen callers on one row lose no update, and none gets a 5xx', { timeout: 120_000 }, async () => {
  await using app = await open()
  const id = await make(app)
  for (let round = 0; round < 5; round++)
    for (const command of [count, raise])
      expect(
        await race(
          app,
          Array.from({ length: 16 }, () => [command, { id, amount: 1 }] as const),
        ),
      ).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await ticketOf(app, id)).total).toBe(160)
})
