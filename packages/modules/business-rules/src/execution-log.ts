import { type Job, sql } from '@plinth/core'
import { defineBatchedLog, type JobOrigin } from '@plinth/core/data'

/** Something that a rule has asked for, as a job. */
export interface RuleEffect {
  readonly job: Job
  readonly payload: unknown
  /** For one that may be asked for twice: it is queued once (see `BatchedLogJob`). */
  readonly id?: string
}

/** One execution with what its rules have asked for: both are written, or neither. */
export interface ExecutionLine {
  /** Its row in JSON. */
  readonly row: string
  readonly effects: readonly RuleEffect[]
  /** For whom the effects run. */
  readonly origin: JobOrigin
  /** Bytes of the row and the effects. */
  readonly bytes: number
}

/** Writes executions, many in one statement. Answers name their logs, and wait until those are durable (decision 33). */
export const executionLog = defineBatchedLog<ExecutionLine>({
  id: 'business_rules.executions',
  isAwaited: true,
  weigh: ({ bytes }) => bytes,
  statements: (lines) => [insertRows(lines)],
  jobs: (lines) => lines.flatMap(({ effects, origin }) => effects.map((effect) => ({ ...effect, origin }))),
})

/** A row that is there already is the same one: the answer of an earlier attempt was lost. */
function insertRows(lines: readonly ExecutionLine[]) {
  // One JSON text: arrays of JSON texts would be escaped twice.
  return sql`
    insert into rule_executions (tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by,
      log_count, input_context, outcomes)
    select * from jsonb_to_recordset(${`[${lines.map(({ row }) => row).join()}]`}::jsonb) as line (tenant_id uuid,
      id bigint, organization_id uuid, entity_type text, entity_id text, executed_at timestamptz, executed_by text,
      log_count integer, input_context jsonb, outcomes jsonb)
    on conflict do nothing`
}
