import { badInput, defineCommand, PlatformError, signedIn } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { progress, tracker } from '@plinth/progress'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { announce, jobOf, workApp } from './_work.ts'

const caller = { actor: 'platform', reason: 'sweep', scope: { tenantId: tenantA.id } } as const
const sweepJobs = progress.commands!.find(({ id }) => id === 'progress.jobs.sweep')!
type WorkApp = Awaited<ReturnType<typeof workApp>>

/** A minute in which the worker is not heard, and the sweep of another host. */
async function beSilent(app: WorkApp): Promise<void> {
  app.clock.advance(61_000)
  expect(await app.platform.actAs(caller, ({ run }) => run(sweepJobs, {}))).toEqual({ failed: 1 })
}

const queued = (app: WorkApp) =>
  app.sql<{ state: string }>(`select state::text from plinth_jobs.job where name = 'works.work'`)

test('a worker that was not heard for a minute goes on with its job, and completes it', async () => {
  await using app: WorkApp = await workApp(async ({ advance }) => {
    await beSilent(app)
    expect(await jobOf(app, id)).toMatchObject({ status: 'failed', finishedAt: expect.any(String) })
    advance({ processedCount: 3 })
    await vi.waitFor(async () =>
      expect(await jobOf(app, id)).toMatchObject({ status: 'running', errorMessage: null, finishedAt: null }),
    )
    await beSilent(app)
    return { rows: 7 }
  })
  const id = await announce(app)
  await app.queue(id)
  await app.jobs()
  expect(await jobOf(app, id)).toMatchObject({ status: 'completed', errorMessage: null, resultSummary: { rows: 7 } })
  expect(await queued(app)).toEqual([{ state: 'completed' }])
})

test('what fails behind a silence is told in its own words, and not repeated', async () => {
  let begun = 0
  await using app: WorkApp = await workApp(async () => {
    begun++
    await beSilent(app)
    throw badInput('The file is empty')
  })
  const id = await announce(app)
  await app.queue(id)
  await app.jobs()
  expect(await jobOf(app, id)).toMatchObject({ status: 'failed', errorMessage: 'The file is empty' })
  await app.queue(id)
  await app.jobs()
  expect(begun).toBe(1)
})

test('work whose job has ended in another way is taken back, and not done again', async () => {
  const refusals: unknown[] = []
  const finish = defineCommand({
    id: 'works.finish',
    access: signedIn,
    input: z.object({ id: z.uuid() }),
    output: z.object({ isWanted: z.boolean() }),
    run: async ({ input, inject, entryId }) => ({
      isWanted: await inject(tracker).complete(input.id, { resultSummary: {}, logEntryId: entryId }),
    }),
  })
  await using app: WorkApp = await workApp(async (_, { run }) => {
    await app.sql(`update progress_jobs set status = 'completed'`)
    await run(finish, { id }).catch((error: unknown) => {
      refusals.push(error)
      throw error
    })
  })
  const id = await announce(app)
  await app.queue(id)
  await app.jobs()
  expect(refusals).toEqual([expect.objectContaining({ code: 'conflict', message: 'The job has already ended' })])
  expect(refusals[0]).toBeInstanceOf(PlatformError)
  expect(await queued(app)).toEqual([{ state: 'completed' }])
  expect(await jobOf(app, id)).toMatchObject({ status: 'completed', errorMessage: null })
})
