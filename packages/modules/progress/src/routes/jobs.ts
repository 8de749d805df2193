import { badInput, del, get, Id, Ok, post, put, signedIn } from '@plinth/core'
import { findUndoToken } from '@plinth/core/data'
import { z } from 'zod'
import { advanceJob } from '../commands/advance-job.ts'
import { cancelJob } from '../commands/cancel-job.ts'
import { createJob } from '../commands/create-job.ts'
import { features } from '../contract.ts'
import { Advance, JobId, NewJob } from '../fields.ts'
import { findJob, jobNotFound } from '../job-rows.ts'
import { JobDetail } from '../views.ts'

const params = z.object({ id: JobId })
const onInvalid = (error: z.ZodError) => badInput('Invalid input', { details: z.flattenError(error) })

export const postJob = post(
  '/progress/jobs',
  {
    operation: 'createJob',
    access: features.create,
    summary: 'Announce work whose progress will be told.',
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
  { access: signedIn, summary: 'How far a job is, and what came of it.', params, response: JobDetail, errors: [404] },
  async (ctx) => {
    const row = await findJob(ctx, ctx.params.id)
    if (!row) throw jobNotFound()
    return { ...row, undoToken: row.logId === null ? null : await findUndoToken(ctx, row.logId) }
  },
)

export const putJob = put(
  '/progress/jobs/{id}',
  {
    operation: 'updateJob',
    access: features.update,
    summary: 'Tell how far a job is.',
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
    summary: 'Ask for the end of a job.',
    params,
    response: Ok,
    errors: [404],
  },
  ({ run, params }) => run(cancelJob, params),
)
