import { badInput, del, get, Id, Ok, post, put, signedIn } from '@plinth/core'
import { findUndoToken } from '@plinth/core/data'
import { z } from 'zod'
import { advanceJob } from '../commands/advance-job.ts'
import { cancelJob } from '../commands/cancel-job.ts'
import { createJob } from '../commands/create-job.ts'
import { features } from '../contract.ts'
import { Advance, JobId, NewJob } from '../fields.ts'
import { findJob, jobNotFound } from '../job-rows.ts'
import { toldJobs } from '../told-jobs.ts'
import { JobDetail } from '../views.ts'

const params = z.object({ id: JobId })
const onInvalid = (error: z.ZodError) => badInput('Invalid input', { details: z.flattenError(error) })

export const postJob = post(
  '/progress/jobs',
  {
    operation: 'createJob',
    access: features.create,
    summary: 'Create a job, to report the progress of work that your program does.',
    body: NewJob,
    response: Id,
    status: 201,
    errors: [400],
    onInvalid,
  },
  ({ run, body }) => run(createJob, body),
)

export const getJob = get(
  '/progress/jobs/{id}',
  {
    access: signedIn,
    inView: true,
    summary: 'Get the progress and the result of a job.',
    params,
    response: JobDetail,
    errors: [404],
  },
  async (ctx) => {
    const row = await findJob(ctx, ctx.params.id)
    if (!row) throw jobNotFound()
    const [job] = await toldJobs(ctx, [row])
    return { ...job!, undoToken: row.logId === null ? null : await findUndoToken(ctx, row.logId) }
  },
)

export const putJob = put(
  '/progress/jobs/{id}',
  {
    operation: 'updateJob',
    access: features.update,
    summary: 'Update the progress of a job.',
    params,
    body: Advance,
    response: Ok.extend({ progressPercent: z.number().int() }),
    errors: [400, 404],
    onInvalid,
  },
  async ({ run, params, body }) => {
    const { progressPercent } = await run(advanceJob, { ...body, id: params.id })
    return { ok: true as const, progressPercent }
  },
)

export const deleteJob = del(
  '/progress/jobs/{id}',
  {
    operation: 'cancelJob',
    access: features.cancel,
    summary: 'Request that a job be cancelled.',
    params,
    response: Ok,
    errors: [404],
  },
  ({ run, params }) => run(cancelJob, params),
)
