import type { ToolErrorCode, ToolCall, ToolOutcome } from './tool.ts'
import { toCutText } from './cut-text.ts'
import type { StepResult } from './run-step.ts'

type Failure = ToolOutcome & { readonly ok: false }

export function failure(code: ToolErrorCode, error: string, more: Partial<Failure> = {}): Failure {
  return { ok: false, code, error, ...more }
}

/** A result, truncated if too long. */
export function success(result: unknown, entryIds: readonly string[], limit: number): ToolOutcome {
  const cut = toCutText(result, limit)
  return {
    ok: true,
    result,
    isCut: cut.isCut,
    get text() {
      return cut.text
    },
    entryIds,
  }
}

/** Adds the conversation under which a write is listed. */
export function withConversation({ conversationId }: ToolCall, outcome: ToolOutcome): ToolOutcome {
  // A copy would generate the text at once.
  return outcome.ok === true && conversationId !== undefined ? Object.assign(outcome, { conversationId }) : outcome
}

/** Converts the result of a step to the outcome of its tool. */
export function toToolOutcome({ status, answer, entryIds }: StepResult, limit: number): ToolOutcome {
  return status < 400 ? success(answer ?? null, entryIds, limit) : toToolFailure({ status, answer })
}

/** Converts an HTTP error to a tool failure. */
export function toToolFailure({ status, answer }: Pick<StepResult, 'status' | 'answer'>): Failure {
  const body = (typeof answer === 'object' ? answer : null) as ErrorBody | null
  const error = typeof body?.error === 'string' ? body.error : `The platform answered ${status}`
  if (status === 401 || status === 403)
    return failure('UNAUTHORIZED', error, body?.requiredFeatures && { requiredFeatures: body.requiredFeatures })
  const issues = status === 400 ? (toIssues(body?.details) ?? toFieldIssues(body?.fieldErrors)) : null
  return issues ? failure('VALIDATION_ERROR', `Invalid input: ${issues}`) : failure('EXECUTION_ERROR', error)
}

interface ErrorBody {
  readonly error?: unknown
  readonly details?: unknown
  readonly fieldErrors?: unknown
  readonly requiredFeatures?: readonly string[]
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Formats schema issues as `<path>: <message>; …`; null for anything else. */
export function toIssues(details: unknown): string | null {
  if (!Array.isArray(details) || details.length === 0) return null
  return (details as Issue[]).map(({ path = [], message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
}

function toFieldIssues(errors: unknown): string | null {
  if (typeof errors !== 'object' || errors === null) return null
  return Object.entries(errors)
    .map(([name, message]) => `${name}: ${String(message)}`)
    .join('; ')
}
