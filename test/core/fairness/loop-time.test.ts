import { defineModule, get, inSlices, signedIn, sql } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

/** Holds the processor, as computing does. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const compute = get('/compute', { access: signedIn, response: z.object({}) }, async ({ db }) => {
  hold(20)
  // Whoever waits does not use the processor.
  await sql`select pg_sleep(1)`.execute(db)
  hold(20)
  await inSlices(
    (function* () {
      for (let piece = 0; piece < 10; piece++) yield hold(4)
    })(),
  )
  return {}
})

const wait = get('/wait', { access: signedIn, response: z.object({}) }, async () => {
  await setTimeout(100)
  return {}
})

test('the time of the event loop is told by tenant', async () => {
  const used = new Map<string, number>()
  await using app = await testApp({
    modules: [defineModule({ id: 'work', title: 'Work', routes: [compute, wait] })],
    onLoopTime: (tenantId, milliseconds) => void used.set(tenantId, (used.get(tenantId) ?? 0) + milliseconds),
  })
  const [busy, idle] = [tenantA, tenantB].map(({ id: tenantId, organization: organizationId }) =>
    app.as({ tenantId, organizationId, features: [] }),
  )
  const answers = await Promise.all([busy!.get('/compute'), idle!.get('/wait'), busy!.get('/compute')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  // Twice eighty.
  expect(used.get(tenantA.id)).toBeGreaterThan(150)
  expect(used.get(tenantA.id)).toBeLessThan(900)
  expect(used.get(tenantB.id)).toBeLessThan(80)
})
