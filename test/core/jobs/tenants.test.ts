import { defineJob } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerA, callerB, openLab } from '../_lab/lab.ts'

const until = async (done: () => boolean) => {
  const deadline = Date.now() + 10_000
  while (!done()) {
    if (Date.now() > deadline) throw new Error('It never happened')
    await new Promise((next) => setTimeout(next, 20))
  }
}

/** A platform with a job that lasts until the test lets it end. */
async function openHeld(concurrency?: number) {
  const running: string[] = []
  const done: string[] = []
  const held = new Set<() => void>()
  const wait = defineJob({
    id: 'lab.wait',
    payload: z.object({ isHeld: z.boolean() }),
    ...(concurrency !== undefined && { concurrency }),
    async run({ payload, scope }) {
      running.push(scope.tenantId)
      if (payload.isHeld) await new Promise<void>((end) => held.add(end))
      running.splice(running.indexOf(scope.tenantId), 1)
      done.push(scope.tenantId)
    },
  })
  const lab = await openLab({ jobs: [wait] }, { workers: true })
  const queue = (caller: typeof callerA, isHeld: boolean, count = 1) =>
    lab.platform.actAs(caller, async ({ enqueue }) => {
      for (let index = 0; index < count; index++) enqueue(wait, { isHeld })
    })
  const release = () => held.forEach((end) => (held.delete(end), end()))
  return { lab, queue, running, done, release }
}

const { tenantId: a } = callerA.scope
const { tenantId: b } = callerB.scope

test('the jobs of a tenant do not hold up those of another one, and are done one by one', async () => {
  const { lab, queue, running, done, release } = await openHeld()
  await using _ = lab
  await queue(callerA, true, 10)
  await until(() => running.length === 1)
  await queue(callerB, false, 3)
  await until(() => done.length === 3)
  expect([running, done]).toEqual([[a], [b, b, b]])
  while (done.length < 13) {
    await until(() => running.length === 1 || done.length === 13)
    release()
  }
  expect(done.slice(3)).toEqual(Array.from({ length: 10 }, () => a))
})

test('a job that waits for others is done for several tenants at once', async () => {
  const { lab, queue, running, done, release } = await openHeld(4)
  await using _ = lab
  const tenants = [a, ...Array.from({ length: 4 }, () => crypto.randomUUID())]
  for (const tenantId of tenants)
    await queue(toCaller({ actor: 'platform', reason: 'lab', scope: { tenantId } }), true, 3)
  await until(() => running.length === 4)
  expect(new Set(running).size).toBe(4)
  while (done.length < 15) {
    release()
    await new Promise((next) => setTimeout(next, 20))
  }
  expect(lab.log.at('error')).toEqual([])
})
