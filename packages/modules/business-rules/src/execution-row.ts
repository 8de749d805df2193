import { bytesOf } from '@plinth/core'
import { toJsonb } from '@plinth/core/data'
import { redact, redactExplanation } from './redact.ts'
import type { RuleReport } from './rule-report.ts'

/** One execution to be logged. */
export interface LoggedExecution {
  readonly tenantId: string
  readonly organizationId: string
  readonly firstId: bigint
  readonly entityType: string
  readonly entityId: string | undefined
  readonly eventType: string | undefined
  readonly executedAt: Date
  readonly executedBy: string
  readonly data: unknown
  readonly reports: readonly RuleReport[]
}

/**
 * Generates an execution's row as JSON, yielding after each log so that it does not block the event loop. The size is bounded:
 * explanations are omitted first, then the results of actions, but never a log.
 */
export function* toExecutionRow(line: LoggedExecution): Generator<void, string> {
  const room = { explanations: MAX_EXPLANATIONS, outputs: MAX_OUTPUTS }
  const outcomes: string[] = []
  for (const report of line.reports) {
    outcomes.push(toOutcomeJson(report, room))
    yield
  }
  const columns = toJsonb({
    tenant_id: line.tenantId,
    id: String(line.firstId),
    organization_id: line.organizationId,
    entity_type: cutName(line.entityType),
    // Any string is a valid id; a missing one is stored as `unknown`.
    entity_id: cutName(line.entityId || 'unknown'),
    executed_at: line.executedAt,
    executed_by: line.executedBy,
    log_count: line.reports.length,
    input_context: inputOf(line),
  })
  return `${columns.slice(0, -1)},"outcomes":[${outcomes.join()}]}`
}

/** Names are indexed and must not be too long. */
const cutName = (text: string) => text.slice(0, MAX_NAME)

function inputOf({ data, eventType, executedBy }: LoggedExecution) {
  return { data: boundInput(data), eventType: eventType, user: { id: executedBy } }
}

/** In memory a value takes several times the size of its text, so input that is far too large is not even traversed. */
function boundInput(data: unknown): unknown {
  if (bytesOf(data, MAX_INPUT * 8) > MAX_INPUT * 8) return TOO_LARGE
  const redacted = redact(data)
  return (JSON.stringify(redacted) ?? '').length > MAX_INPUT ? TOO_LARGE : redacted
}

interface Room {
  explanations: number
  outputs: number
}

function toOutcomeJson({ outcome, actions }: RuleReport, room: Room): string {
  const { rule, conditionResult, error, executionTime } = outcome
  const output = actions && outputOf({ conditionResult, actions }, room)
  const explanation = explanationOf(outcome, room)
  const json = toJsonb({
    rule: rule.id,
    result: error === undefined ? (conditionResult ? 'SUCCESS' : 'FAILURE') : 'ERROR',
    ms: Math.round(executionTime),
    ...(error !== undefined && { error: error.slice(0, MAX_ERROR) }),
    ...(output && { output }),
  })
  return explanation === undefined ? json : `${json.slice(0, -1)},"explanation":${explanation}}`
}

function outputOf(
  { conditionResult, actions }: { conditionResult: boolean } & Pick<RuleReport, 'actions'>,
  room: Room,
) {
  const actionsExecuted = redact(actions?.slice(0, MAX_ACTIONS))
  room.outputs -= bytesOf(actionsExecuted)
  return { conditionResult, actionsExecuted: room.outputs < 0 ? TOO_LARGE : actionsExecuted }
}

function explanationOf({ explanation }: RuleReport['outcome'], room: Room): string | undefined {
  if (!explanation || room.explanations <= 0) return undefined
  const text = toJsonb(redactExplanation(explanation))
  if (text.length > MAX_EXPLANATION || text.length > room.explanations) return undefined
  room.explanations -= text.length
  return text
}

const TOO_LARGE = '[Too large]'
const MAX_NAME = 255
const MAX_ERROR = 1_000
/** Maximum characters: of the input, of one explanation, of all explanations of an execution. */
const MAX_INPUT = 64_000
const MAX_EXPLANATION = 32_000
const MAX_EXPLANATIONS = 512_000
/** Maximum number of actions per log, and bytes for the results of all actions of an execution. */
const MAX_ACTIONS = 100
const MAX_OUTPUTS = 2_000_000
