import type { Caller } from '@plinth/core'
import type { ApprovalStep } from '../approvals/steps.ts'
import type { ApiAnswer, ApiRequest } from '../sandbox/api-request.ts'
import { SEARCH_SCRIPT } from '../sandbox/search-script.ts'
import type { Credential } from './credential.ts'
import { ask, confirmed, toPreviewed } from './confirmed.ts'
import { causeOf, type ExecutorDeps, openFor } from './executing.ts'
import { findOperation } from './find-operation.ts'
import type { KnownTool } from './known-tool.ts'
import { success, toFailure, written } from './outcome.ts'
import { runStep } from './run-step.ts'
import { specFor } from './spec.ts'
import type { PreviewedRequest, ToolCall, ToolOutcome } from './tool.ts'

interface CodeCall {
  readonly credential: Credential
  readonly call: ToolCall
  readonly tool: KnownTool
  readonly code: string
  readonly caller: Caller
  /** Whether its person has to see first what it would write. */
  readonly isAsked: boolean
}

/** Runs `search` and `execute`. What the code asks for is served as for its caller; writes wait to be confirmed. */
export async function runCode(executing: ExecutorDeps, coded: CodeCall): Promise<ToolOutcome> {
  const { catalog, sandbox, options } = executing
  const { credential, call, tool, code, caller, isAsked } = coded
  const { resultCharacters } = options.limits
  const { actor, scope } = caller
  const { tenantId, organizationId } = scope
  const owner = `${tenantId} ${actor.id}`
  const signal = call.signal && { signal: call.signal }
  if (tool.source === 'search') {
    const globals = { spec: specFor(catalog, actor) }
    return success(await sandbox.run(code, { owner, globals, script: SEARCH_SCRIPT, ...signal }), [], resultCharacters)
  }
  // What was confirmed are requests: the code does not run again.
  if (isAsked && call.approval !== undefined)
    return confirmed(executing, { credential, call, tool, steps: [], isAsked })
  const writes = new Writes()
  const entryIds: string[] = []
  let served = 0
  let opened: Promise<void> | undefined
  const request = async (asked: ApiRequest, aborted: AbortSignal): Promise<ApiAnswer> => {
    const step = toStep(executing, asked)
    if ('success' in step) return step
    const isWrite = step.method !== 'GET'
    if (isWrite && !isAsked) await (opened ??= openFor(executing, { credential, call }))
    const ran = await runStep(step, {
      ...executing,
      credential,
      signal: aborted,
      cause: causeOf(call),
      ...(!isWrite ? { writes: { kind: 'refused' } } : isAsked && { writes: { kind: 'dry-run', previews: [] } }),
    })
    entryIds.push(...ran.entryIds)
    call.onProgress?.(++served)
    if (isWrite && isAsked && ran.status < 400) writes.add(step, toPreviewed(step, ran))
    if (ran.status < 400) return { success: true, statusCode: ran.status, data: ran.answer ?? null }
    return { success: false, statusCode: ran.status, error: toFailure(ran).error }
  }
  const globals = { context: { tenantId, organizationId, userId: actor.userId } }
  const ran = await sandbox.run(code, { owner, globals, request, ...signal })
  if (writes.steps.length > 0 && ran.success) return ask(executing, { credential, call, tool }, writes)
  const outcome = success(ran, entryIds, resultCharacters)
  return opened ? written(call, outcome) : outcome
}

/** What code wanted to write, and what it would have done. */
class Writes {
  readonly steps: ApprovalStep[] = []
  readonly shown: PreviewedRequest[] = []

  add(step: ApprovalStep, shown: PreviewedRequest): void {
    this.steps.push(step)
    this.shown.push(shown)
  }
}

type RequestStep = Extract<ApprovalStep, { kind: 'request' }>

/** The request as it is served; only for routes that assistants may call. */
function toStep({ catalog }: ExecutorDeps, { method, path, query, body }: ApiRequest): RequestStep | ApiAnswer {
  const found = findOperation(catalog, method, path)
  if (!found) return { success: false, statusCode: 404, error: `There is no ${method} ${path} for assistants` }
  return { kind: 'request', method: found.route.method, path: found.path, query, body }
}
