import { badInput, defineCommand, Id, sql } from '@plinth/core'
import { features } from '../contract.ts'
import { NewJob } from '../fields.ts'
import { findJob, announceJob } from '../job-rows.ts'
import { jobColumns, type JobRow } from '../views.ts'

/** Creates a job for work to be done. It is pending until a worker starts it. */
export const createJob = defineCommand({
  id: 'progress.jobs.create',
  label: 'Create progress job',
  access: features.create,
  resource: 'progress.job',
  undoable: false,
  input: NewJob,
  output: Id,
  async run(ctx) {
    const { input, db, actor, scope, now } = ctx
    const { parentJobId } = input
    if (parentJobId && !(await findJob(ctx, parentJobId))) throw badInput('Parent job not found')
    const at = now().toISOString()
    const { rows } = await sql<JobRow>`
      insert into progress_jobs as j (id, tenant_id, organization_id, job_type, name, description, total_count,
        cancellable, meta, parent_job_id, partition_index, partition_count, started_by_user_id, created_at, updated_at)
      values (${crypto.randomUUID()}, ${scope.tenantId}, ${scope.organizationId}, ${input.jobType}, ${input.name},
        ${input.description ?? null}, ${input.totalCount ?? null}, ${input.cancellable},
        ${input.meta ? JSON.stringify(input.meta) : null}::jsonb, ${parentJobId ?? null},
        ${input.partitionIndex ?? null}, ${input.partitionCount ?? null}, ${actor.userId}, ${at}, ${at})
      returning ${jobColumns}`.execute(db)
    announceJob(ctx, rows[0]!)
    return { id: rows[0]!.id }
  },
})
