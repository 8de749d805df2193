import { createPlatform } from '@plinth/core'
import { CapturedLog, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { DatabaseClock } from '../../../packages/core/src/data/connection/database-clock.ts'
import { shiftClock } from '../../_setup/shift-clock.ts'
import { createItem, labModule, renameItem } from '../_lab/lab-module.ts'
import { callerA, openLab } from '../_lab/lab.ts'

const MINUTES = 60_000

/** Another host on the lab's database, with the clock of its machine. */
async function openHost({ database }: Awaited<ReturnType<typeof openLab>>) {
  const log = new CapturedLog()
  const platform = await createPlatform({ modules: [labModule()], database, secret: testSecret, log })
  await platform.start({ workers: false })
  return Object.assign(platform, { log })
}

test.each([-2, 2])('hosts whose clocks are %i minutes apart agree on what was first', async (minutes) => {
  await using lab = await openLab()
  await using right = await openHost(lab)
  using _shift = shiftClock(minutes * MINUTES)
  await using wrong = await openHost(lab)
  const began = performance.timeOrigin + performance.now()
  const { id } = await right.actAs(callerA, ({ run }) => run(createItem, { name: 'first' }))
  for (const [host, name] of [
    [wrong, 'second'],
    [right, 'third'],
    [wrong, 'fourth'],
  ] as const)
    await host.actAs(callerA, ({ run }) => run(renameItem, { id, name }))
  const entries = await lab.sql<{ id: string; created: number; at: number }>(`select id,
    extract(epoch from created_at)::float8 * 1000 as created, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint::float8 as at
    from plinth.action_log order by created_at, seq`)
  for (const { created, at } of entries) {
    expect(Math.abs(created - began)).toBeLessThan(10_000)
    expect(Math.abs(at - began)).toBeLessThan(10_000)
  }
  const names: string[] = []
  for (const entry of entries.toReversed()) {
    const host = names.length % 2 === 0 ? wrong : right
    await host.actAs(callerA, ({ undo }) => undo(entry.id))
    names.push(...(await lab.sql<{ name: string }>('select name from items')).map(({ name }) => name))
  }
  expect(names).toEqual(['third', 'second', 'first'])
  const [{ apart }] = (await lab.sql<{ apart: number }>(`select
    max(abs(extract(epoch from clock_timestamp() - updated_at)))::float8 as apart from (
      select created_at as updated_at from plinth.turns) t`)) as [{ apart: number }]
  expect(apart).toBeLessThan(10)
})

test('a host says that its clock is wrong, when it starts and as long as it runs', async () => {
  await using lab = await openLab()
  using _shift = shiftClock(-2 * MINUTES)
  await using host = await openHost(lab)
  const said = host.log.lines.filter(({ message }) => message.includes('clock'))
  expect(said).toEqual([expect.objectContaining({ level: 'warn', facts: { milliseconds: expect.any(Number) } })])
  expect(await host.health()).toEqual({
    isHealthy: true,
    findings: ['The clock of this host is 120 seconds behind the clock of the database'],
  })
})

test('the most precise reading counts, until another one refutes it', () => {
  const heard: boolean[] = []
  const clock = new DatabaseClock((_, isApart) => void heard.push(isApart))
  const now = performance.now()
  const time = Date.now() + 5_000
  const ahead = () => Math.round((clock.now().getTime() - Date.now()) / 100) / 10
  clock.read({ sentAt: now - 1_000, receivedAt: now, time: String(time - 900) })
  expect(ahead()).toBeCloseTo(4.6, 0)
  clock.read({ sentAt: now - 2, receivedAt: now, time: String(time - 1) })
  expect([ahead(), clock.isApart]).toEqual([5, true])
  clock.read({ sentAt: now - 500, receivedAt: now, time: String(time) })
  expect(ahead()).toBe(5)
  clock.read({ sentAt: now - 500, receivedAt: now, time: String(Date.now() - 250) })
  expect([ahead(), clock.isApart, heard]).toEqual([0, false, [true, false]])
})
