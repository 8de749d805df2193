import { type Caller, composition, type Context, PlatformError } from '@plinth/core'
import { API_KEY, isKey } from '@plinth/core/data'
import { internalRequests } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
import type { CallStep } from '../approvals/steps.ts'
import { type AiAssistantSettings, settings } from '../options.ts'
import { sandbox } from '../sandbox/sandbox.ts'
import { toCallStep } from './call-step.ts'
import { catalogFor, mayUse, offerFor, toolCatalogOf } from './catalog.ts'
import type { Credential } from './credential.ts'
import { executeWrite } from './execute-write.ts'
import type { ExecutorDeps, ToolInvocation } from './executor-deps.ts'
import { noteCall } from './note-call.ts'
import { failure, toToolOutcome } from './outcome.ts'
import { runCode } from './run-code.ts'
import { runCallStep } from './run-steps.ts'
import type { ToolCall, ToolOutcome, Tools } from './tool.ts'

/** Creates the tools of a platform from any of its contexts. */
export function createTools({ inject, log }: Context): Tools {
  const { modules } = inject(composition)
  const deps: ExecutorDeps = {
    requests: inject(internalRequests),
    catalog: toolCatalogOf(modules),
    options: inject(settings),
    sandbox: inject(sandbox),
    log,
    ring: inject(keyRing),
  }
  return {
    async listFor(credential) {
      const caller = await credential.identify()
      return caller ? offerFor(await catalogOf(deps, credential), caller.actor).tools : []
    },
    async call(credential, request) {
      const caller = await credential.identify()
      const call = caller ? toOwn(request, caller) : request
      const note = (outcome: string) => noteCall(log, { ...call, actor: caller?.actor.id, outcome })
      try {
        const outcome = await callTool(deps, { credential, call, caller }).catch((error: unknown) =>
          failureOf(error, call.signal),
        )
        note(outcome.ok === false ? outcome.code : outcome.ok === 'ask' ? 'asked' : 'done')
        return outcome
      } catch (error) {
        note('failed')
        throw error
      }
    },
  }
}

/** The catalog with the custom fields of a caller. */
const catalogOf = ({ requests }: ExecutorDeps, { internal }: Credential) =>
  requests.work({ credential: internal }, (ctx) => catalogFor(ctx))

/** Assigns a call to its conversation, for transports whose clients do not create one. */
function toOwn(call: ToolCall, caller: Caller): ToolCall {
  const conversation = call.conversationOf?.(caller)
  return conversation ? { ...call, conversationId: conversation.id, opens: conversation.title } : call
}

interface IdentifiedInvocation extends ToolInvocation {
  /** The current caller; null if the credential is no longer valid. */
  readonly caller: Caller | null
}

/** Checks in the published order: rate limit, tool, features and input; then executes the call. */
async function callTool(deps: ExecutorDeps, { credential, call, caller }: IdentifiedInvocation): Promise<ToolOutcome> {
  const { requests, catalog, options } = deps
  const { name } = call
  try {
    await requests.count(
      { name: 'ai-tool-call', points: options.limits.callsPerMinute, window: 60, block: 0 },
      credential.limitKey,
    )
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'too_many') throw error
    const retryAfter = Number(error.headers['retry-after'] ?? 60)
    return failure('EXECUTION_ERROR', `Too many tool calls; try again in ${retryAfter} seconds`, { retryAfter })
  }
  const tool = catalog.find(name)
  if (!tool) return failure('NOT_FOUND', `Tool "${name}" not found`)
  if (!caller) return failure('UNAUTHORIZED', 'The login or key behind this call is no longer valid')
  if (!mayUse(caller.actor, tool.access)) {
    const requiredFeatures = tool.listed.features
    const needed = requiredFeatures.join(', ')
    return failure('UNAUTHORIZED', `Insufficient permissions for tool "${name}". Required: ${needed}`, {
      requiredFeatures,
    })
  }
  const step = toCallStep(tool, call.args)
  if ('ok' in step) return step
  const isAsked = call.door !== 'http' && !(call.skipsApproval === true && isTrusted(options, caller.actor.id))
  if ('code' in step)
    return runCode(
      { ...deps, catalog: await catalogOf(deps, credential) },
      { credential, call, tool, code: step.code, caller, isAsked },
    )
  if (tool.listed.kind === 'read') return executeRead(deps, { credential, call, step })
  return executeWrite(deps, { credential, call, tool, steps: [step], isAsked })
}

/** Converts expected errors and cancellation to an outcome; unexpected errors are rethrown. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ToolOutcome {
  if (signal?.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError')))
    return failure('EXECUTION_ERROR', STOPPED)
  if (error instanceof PlatformError && error.status < 500) return failure('EXECUTION_ERROR', error.message)
  throw error
}

const STOPPED = 'The call was stopped'

/** Whether the host allows this API key to write without confirmation. */
const isTrusted = ({ unconfirmedKeys }: AiAssistantSettings, actorId: string) =>
  isKey(actorId) && unconfirmedKeys.includes(actorId.slice(API_KEY.length))

async function executeRead(
  deps: ExecutorDeps,
  { credential, call, step }: ToolInvocation & { readonly step: CallStep },
): Promise<ToolOutcome> {
  const ran = await runCallStep(deps, { credential, call }, { step, writes: { kind: 'refused' } })
  return toToolOutcome(ran, deps.options.limits.resultCharacters)
}
