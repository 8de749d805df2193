import { PlatformError } from '@plinth/core'
import { askApproval, claimApproval, countDone, endApproval, stopApproval } from '../approvals/approvals.ts'
import type { ShownStep, CallStep } from '../approvals/steps.ts'
import { fromApprovalToken, hashArguments, toApprovalToken, type TokenBearer } from '../approvals/token.ts'
import { type ExecutorDeps, openConversationOf, type ToolInvocation } from './executor-deps.ts'
import { failure, success, toToolFailure, toToolOutcome, withConversation } from './outcome.ts'
import type { StepResult } from './run-step.ts'
import { type WriteInvocation, dryRun, fingerprintsOf, runSteps, runCallStep, runShownSteps } from './run-steps.ts'
import type { Preview, PreviewedRequest, ToolCall, ToolOutcome } from './tool.ts'

/** Executes a write immediately or after confirmation, or returns its preview. */
export async function executeWrite(deps: ExecutorDeps, invocation: WriteInvocation): Promise<ToolOutcome> {
  const { call, steps, isAsked } = invocation
  if (!isAsked) {
    await openConversationOf(deps, invocation)
    return finish(deps, invocation, await runSteps(deps, invocation, steps))
  }
  if (call.approval !== undefined) return executeApproved(deps, invocation, call.approval)
  const shown: PreviewedRequest[] = []
  for (const step of steps) {
    const ran = await runCallStep(deps, invocation, { step, writes: dryRun() })
    if (ran.status >= 400) return toToolFailure(ran)
    shown.push(toPreviewedRequest(step, ran))
  }
  return requestApproval(deps, invocation, { steps, shown })
}

/** Maximum characters of a pending approval. */
const MAX_PREVIEW = 1_000_000

/** Requests confirmation of a preview, unless nothing would be written. */
export async function requestApproval(
  { requests, options, ring }: ExecutorDeps,
  { credential, call, tool }: Pick<WriteInvocation, keyof ToolInvocation | 'tool'>,
  { steps, shown }: { steps: readonly CallStep[]; shown: readonly PreviewedRequest[] },
): Promise<ToolOutcome> {
  const { resultCharacters, approvalMinutes } = options.limits
  if (shown.every(({ commands, withheld }) => commands.length === 0 && withheld.length === 0))
    return success(toResult(shown.map(({ answer }) => answer)), [], resultCharacters)
  const preview: Preview = { tool: tool.listed.name, title: tool.listed.title, requests: shown }
  const shownSteps = steps.map((step, at) => ({ step, fingerprints: fingerprintsOf(shown[at]!.commands) }))
  call.signal?.throwIfAborted()
  // Many previews per person may be pending, and nobody reads a megabyte.
  if (JSON.stringify([shownSteps, preview]).length > MAX_PREVIEW)
    return failure('EXECUTION_ERROR', 'This is more than can be shown and confirmed at once; ask for less')
  const { id, expiresAt } = await requests.work({ credential: credential.internal }, ({ run }) =>
    run(askApproval, {
      conversationId: boundTo(call),
      tool: tool.listed.name,
      argumentsHash: hashArguments(call.args),
      steps: shownSteps,
      preview,
      minutes: approvalMinutes,
    }),
  )
  return {
    ok: 'ask',
    approval: { id, token: toApprovalToken({ ring, bearer: bearerOf(call) }, id), expiresAt, preview },
  }
}

/** Executes a confirmed write, once, and only if it would still do what was shown. Otherwise it returns a new preview. */
async function executeApproved(deps: ExecutorDeps, invocation: WriteInvocation, token: string): Promise<ToolOutcome> {
  const { requests, ring, log } = deps
  const { credential, call, tool } = invocation
  const id = fromApprovalToken({ ring, bearer: bearerOf(call) }, token)
  if (id === null) return failure('UNAUTHORIZED', 'This confirmation is not one of ours')
  call.signal?.throwIfAborted()
  const work = { credential: credential.internal }
  let claimed: { readonly steps: readonly ShownStep[]; readonly tenantId: string }
  try {
    const bound = { id, conversationId: boundTo(call), tool: tool.listed.name, argumentsHash: hashArguments(call.args) }
    claimed = await requests.work(work, async ({ run: runCommand, scope: { tenantId } }) => ({
      ...(await runCommand(claimApproval, bound)),
      tenantId,
    }))
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return failure('UNAUTHORIZED', error.message)
    throw error
  }
  const { steps, tenantId } = claimed
  // Completed changes are counted in their own transactions, so this update is not critical.
  const end = (state: 'done' | 'failed' | 'changed', outcome: string | null) =>
    requests
      .work(work, (ctx) => ctx.run(endApproval, { id, state, outcome }))
      .catch((error: unknown) =>
        log.error({ err: error, approvalId: id }, 'the outcome of a confirmed call could not be recorded'),
      )
  const stop = async (why: string) => {
    const stopping = requests
      .work(work, (ctx) => ctx.run(stopApproval, { id, why }))
      .catch((error: unknown) => {
        log.error({ err: error, approvalId: id }, 'the outcome of a confirmed call could not be recorded')
        return { outcome: null }
      })
    return (await stopping).outcome ?? `${why}. Whether it has happened is not known.`
  }
  const done: StepResult[] = []
  try {
    await openConversationOf(deps, invocation)
    const stopped = await runShownSteps(deps, invocation, {
      id,
      steps,
      done,
      beforeCommit: (ctx) => countDone(ctx, { id, tenantId }),
    })
    if (!stopped) {
      await end('done', null)
      return finish(deps, invocation, done)
    }
    const { hasChanged, isUncertain, refusal } = stopped
    if (isUncertain) return { ...refusal, error: await stop(refusal.error) }
    const why = done.length > 0 ? `${refusal.error} (${toShare(done, steps)})` : refusal.error
    await end(hasChanged && done.length === 0 ? 'changed' : 'failed', why.slice(0, 2_000))
    // Earlier steps stay done: each request is a separate write.
    if (!hasChanged || done.length > 0) return { ...refusal, error: why }
  } catch (error) {
    const why = `It was stopped after ${done.length} of ${steps.length} steps`
    if (!(error instanceof PlatformError)) {
      await end('failed', why)
      throw error
    }
    return failure('EXECUTION_ERROR', await stop(`${why}: ${error.message}`))
  }
  return executeWrite(deps, { ...invocation, call: withoutApproval(call), steps: steps.map((shown) => shown.step) })
}

/** The conversation whose user must answer. For other transports, the returned token is the answer. */
const boundTo = ({ door, conversationId }: ToolCall) => (door === 'chat' ? (conversationId ?? null) : null)

const bearerOf = ({ asksClient = false }: ToolCall): TokenBearer => (asksClient ? 'client' : 'caller')

const toShare = (done: readonly unknown[], all: readonly unknown[]) =>
  `of ${all.length} requests, the first ${done.length} have been carried out and remain in effect`

/** The call without its approval, to be previewed again. */
function withoutApproval(call: ToolCall): ToolCall {
  const { approval: _approval, ...rest } = call
  return rest
}

function finish({ options }: ExecutorDeps, { call }: WriteInvocation, done: readonly StepResult[]): ToolOutcome {
  const { resultCharacters } = options.limits
  const [only] = done
  if (only && done.length === 1) return withConversation(call, toToolOutcome(only, resultCharacters))
  const result = done.map(({ status, answer }) => ({ status, answer }))
  const entryIds = done.flatMap((ran) => ran.entryIds)
  return withConversation(call, success(result, entryIds, resultCharacters))
}

export function toPreviewedRequest(
  step: CallStep,
  { status, answer, commands, withheld }: StepResult,
): PreviewedRequest {
  const request =
    step.kind === 'request'
      ? { method: step.method, path: step.path, ...(step.query && { query: step.query }), body: step.body }
      : { method: 'TOOL', path: step.name, body: step.args }
  return { request, status, answer, commands, withheld: [...new Set(withheld)] }
}

const toResult = (answers: readonly unknown[]) => (answers.length === 1 ? answers[0] : answers)
