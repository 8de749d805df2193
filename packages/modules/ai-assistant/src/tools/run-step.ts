import { type Context, PlatformError } from '@plinth/core'
import {
  assertNoNul,
  type Cause,
  type CommandPreview,
  fromOperationHeader,
  type InternalAnswer,
  type InternalRequests,
  wire,
  type WriteMode,
} from '@plinth/core/http'
import type { ToolContext } from '@plinth/points'
import type { CallStep } from '../approvals/steps.ts'
import type { Credential } from './credential.ts'
import type { Catalog } from './catalog.ts'
import type { ToolCall } from './tool.ts'

/** The result of a step. */
export interface StepResult {
  /** An HTTP status, also for tools that are not routes. */
  readonly status: number
  readonly answer: unknown
  readonly entryIds: readonly string[]
  /** Previews of its commands, if requested. */
  readonly commands: readonly CommandPreview[]
  /** Ids of events, jobs and logs it would trigger. */
  readonly withheld: readonly string[]
}

export interface StepRun {
  readonly requests: InternalRequests
  readonly catalog: Catalog
  readonly credential: Credential
  readonly writes?: WriteMode
  readonly cause: Cause
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ToolCall['onProgress'] | undefined
}

/**
 * Executes a step as the caller. Expected errors are returned as results. It throws only unexpected errors, or the signal's
 * reason if the signal is aborted before the step.
 */
export async function runStep(step: CallStep, run: StepRun): Promise<StepResult> {
  const { requests, catalog, credential, writes, cause, signal } = run
  signal?.throwIfAborted()
  const commands = writes?.previews ?? []
  const withheld = (writes?.kind === 'dry-run' && writes.withheld) || []
  if (step.kind === 'tool') return { ...(await runDeclared(step, run)), commands, withheld }
  const { method, path, query, body } = step
  const { internal } = credential
  const answer = await requests.serve({
    method,
    path,
    query,
    body,
    credential: internal,
    cause,
    signal,
    // A path that matches one route may resolve to another that is closed to assistants.
    mayReach: catalog.mayReach,
    ...(writes && { writes }),
  })
  // Reads have no log entry.
  const entryIds = method === 'GET' ? [] : entriesOf(answer)
  return { status: answer.status, answer: answer.body, entryIds, commands, withheld }
}

async function runDeclared(
  { name, args }: CallStep & { kind: 'tool' },
  { requests, catalog, credential, ...run }: StepRun,
) {
  const knownTool = catalog.find(name)
  if (knownTool?.source !== 'declared') throw new Error(`The tool '${name}' is not there any more`)
  const { tool } = knownTool
  const { writes, cause, signal = NEVER_ABORTED, onProgress: progress = () => {} } = run
  try {
    assertNoNul(args)
    const answer: unknown = await requests.work(
      { credential: credential.internal, cause, ...(writes && { writes }) },
      async (ctx) => {
        const { run: runCommand } = ctx
        // Prevents writes after cancellation, even by tools that ignore the signal.
        const unlessStopped: Context['run'] = (command, input, options) => {
          signal.throwIfAborted()
          return runCommand(command, input, options)
        }
        const extra = { input: tool.input.parse(args), signal, progress, run: unlessStopped }
        const values = Object.entries(extra).map(([name, value]) => [name, { value }])
        const toolContext = Object.defineProperties(ctx, Object.fromEntries(values)) as ToolContext<unknown>
        return tool.output.parse(await tool.run(toolContext))
      },
    )
    return { status: 200, answer, entryIds: [] }
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    return { status: error.status, answer: { error: error.message, ...error.body }, entryIds: [] }
  }
}

const NEVER_ABORTED = new AbortController().signal

/** The log entry named in the response's undo header. */
function entriesOf({ headers }: InternalAnswer): readonly string[] {
  const operation = fromOperationHeader(headers.get(wire.operationHeader))
  return operation ? [operation.id] : []
}
