import { type Context, defineJob, defineModule } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { progress, tracker, type Tracked } from '@plinth/progress'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

export { announce } from '@plinth/progress/testing'

type Work = (tracked: Tracked, ctx: Context) => Promise<Record<string, unknown> | void>

/** A platform with progress and a job that does `work`, tracked. */
export async function workApp(work: Work = async () => {}) {
  const job = defineJob({
    id: 'works.work',
    payload: z.object({ progressJobId: z.uuid() }),
    run: (ctx) => ctx.inject(tracker).track(ctx.payload.progressJobId, ctx.signal, (tracked) => work(tracked, ctx)),
  })
  const works = defineModule({ id: 'works', title: 'Works', requires: ['progress'], jobs: [job] })
  const app = await testApp({ modules: [progress, works] })
  const queue = (progressJobId: string) =>
    app.platform.actAs(app.callerOf('admin'), async ({ enqueue }) => enqueue(job, { progressJobId }))
  return Object.assign(app, { queue })
}

export const jobOf = async (app: TestPlatform, id: string) => (await app.as('admin').get(`/progress/jobs/${id}`)).body
