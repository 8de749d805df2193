import type { Caller } from '@plinth/core'
import type { CallStep, RequestStep } from '../approvals/steps.ts'
import type { ApiAnswer, ApiRequest } from '../sandbox/api-request.ts'
import { SEARCH_SCRIPT } from '../sandbox/search-script.ts'
import { requestApproval, executeWrite, toPreviewedRequest } from './execute-write.ts'
import { causeOf, type ExecutorDeps, openConversationOf, type ToolInvocation } from './executor-deps.ts'
import { findOperation } from './find-operation.ts'
import type { KnownTool } from './known-tool.ts'
import { success, toToolFailure, withConversation } from './outcome.ts'
import { runStep } from './run-step.ts'
import { dryRun } from './run-steps.ts'
import { specFor } from './search-spec.ts'
import type { PreviewedRequest, ToolOutcome } from './tool.ts'

interface CodeInvocation extends ToolInvocation {
  readonly tool: KnownTool
  readonly code: string
  readonly caller: Caller
  /** Whether writes must be previewed and confirmed first. */
  readonly isAsked: boolean
}

/** Runs `search` and `execute`. The code's requests are served with its caller's permissions; writes wait for confirmation. */
export async function runCode(deps: ExecutorDeps, invocation: CodeInvocation): Promise<ToolOutcome> {
  const { catalog, sandbox, options } = deps
  const { credential, call, tool, code, caller, isAsked } = invocation
  const { resultCharacters } = options.limits
  const { actor, scope } = caller
  const { tenantId, organizationId } = scope
  const owner = `${tenantId} ${actor.id}`
  const signal = call.signal && { signal: call.signal }
  if (tool.source === 'search') {
    const globals = { spec: specFor(catalog, actor) }
    return success(
      await sandbox.run(code, { owner, tenantId, globals, script: SEARCH_SCRIPT, ...signal }),
      [],
      resultCharacters,
    )
  }
  // Approvals cover requests, so the code does not run again.
  if (isAsked && call.approval !== undefined) return executeWrite(deps, { credential, call, tool, steps: [], isAsked })
  const writes = new Writes()
  const entryIds: string[] = []
  let served = 0
  let opened: Promise<void> | undefined
  const request = async (asked: ApiRequest, aborted: AbortSignal): Promise<ApiAnswer> => {
    const step = toStep(deps, asked)
    if ('success' in step) return step
    const isWrite = step.method !== 'GET'
    if (isWrite && !isAsked) await (opened ??= openConversationOf(deps, { credential, call }))
    const ran = await runStep(step, {
      ...deps,
      credential,
      signal: aborted,
      cause: causeOf(call),
      ...(!isWrite ? { writes: { kind: 'refused' } } : isAsked && { writes: dryRun() }),
    })
    entryIds.push(...ran.entryIds)
    call.onProgress?.(++served)
    if (isWrite && isAsked && ran.status < 400) writes.add(step, toPreviewedRequest(step, ran))
    if (ran.status < 400) return { success: true, statusCode: ran.status, data: ran.answer ?? null }
    return { success: false, statusCode: ran.status, error: toToolFailure(ran).error }
  }
  const globals = { context: { tenantId, organizationId, userId: actor.userId } }
  const ran = await sandbox.run(code, { owner, tenantId, globals, request, ...signal })
  if (writes.steps.length > 0 && ran.success) return requestApproval(deps, { credential, call, tool }, writes)
  const outcome = success(ran, entryIds, resultCharacters)
  return opened ? withConversation(call, outcome) : outcome
}

/** Collects the writes requested by code, and their previews. */
class Writes {
  readonly steps: CallStep[] = []
  readonly shown: PreviewedRequest[] = []

  add(step: CallStep, shown: PreviewedRequest): void {
    this.steps.push(step)
    this.shown.push(shown)
  }
}

/** Resolves a request to a step; only for routes that assistants may call. */
function toStep({ catalog }: ExecutorDeps, { method, path, query, body }: ApiRequest): RequestStep | ApiAnswer {
  const found = findOperation(catalog, method, path)
  if (!found) return { success: false, statusCode: 404, error: `There is no ${method} ${path} for assistants` }
  return { kind: 'request', method: found.route.method, path: found.path, query, body }
}
