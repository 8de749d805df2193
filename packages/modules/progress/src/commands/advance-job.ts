import { badInput, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Advance, JobId, MAX_META } from '../fields.ts'
import { changeJob, findJob, jobNotFound, wasGivenUp } from '../job-rows.ts'
import type { JobRow } from '../views.ts'

/**
 * Reports the progress of a job, which also shows that its worker is alive. Percentage and remaining time are computed from the
 * counts unless given. A job that had been given up continues; one that has ended is unchanged.
 */
export const advanceJob = defineCommand({
  id: 'progress.jobs.advance',
  access: features.update,
  logged: false,
  input: Advance.extend({ id: JobId }),
  output: z.object({ progressPercent: z.number().int(), isCancelRequested: z.boolean() }),
  async run(ctx) {
    const { input, now } = ctx
    const at = now().toISOString()
    const processed = sql`coalesce(${input.processedCount ?? null}::integer, j.processed_count)`
    const total = sql`coalesce(${input.totalCount ?? null}::integer, j.total_count)`
    const isCounted = input.processedCount !== undefined || input.totalCount !== undefined
    const percent = isCounted
      ? sql`case when ${total} is null then j.progress_percent
          else least(100, round(${processed} * 100.0 / ${total})) end`
      : sql`j.progress_percent`
    const elapsed = sql`extract(epoch from ${at}::timestamptz - j.started_at)`
    const remaining = isCounted
      ? sql`case when ${processed} > 0 and ${total} is not null and j.started_at is not null
          then least(2147483647, ceil(greatest(${total} - ${processed}, 0) * ${elapsed} / ${processed})) end`
      : sql`j.eta_seconds`
    const changed = await changeJob(ctx, input.id, {
      event: 'updated',
      set: sql`status = case j.status when 'failed' then 'running' else j.status end, is_stale = false,
        error_message = null, finished_at = null, processed_count = ${processed}, total_count = ${total}, heartbeat_at = ${at},
        progress_percent = coalesce(${input.progressPercent ?? null}::integer, ${percent}),
        eta_seconds = coalesce(${input.etaSeconds ?? null}::integer, ${remaining}),
        meta = coalesce(j.meta || ${toJson(input.meta)}::jsonb, ${toJson(input.meta)}::jsonb, j.meta)`,
      when: sql`(j.status in ('pending', 'running') or ${wasGivenUp}) and (${toJson(input.meta)}::text is null
        or octet_length((coalesce(j.meta, '{}') || ${toJson(input.meta)}::jsonb)::text) <= ${MAX_STORED_META})`,
    })
    const row = changed ?? (await findJob(ctx, input.id))
    if (!row) throw jobNotFound()
    if (!changed && isOpen(row)) throw badInput('Invalid input', { details: tooLarge })
    return { progressPercent: row.progressPercent, isCancelRequested: row.cancelRequestedAt !== null }
  },
})

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Maximum bytes of a job's merged `meta`, as JSON with spaces. */
const MAX_STORED_META = 2 * MAX_META
const tooLarge = { formErrors: [], fieldErrors: { meta: ['Too large'] } }

const isOpen = ({ status }: JobRow) => status === 'pending' || status === 'running'
