import type { Context } from '@plinth/core'
import type { CommandPreview, WriteMode } from '@plinth/core/http'
import type { ShownStep, CallStep } from '../approvals/steps.ts'
import { causeOf, type ExecutorDeps, type ToolInvocation } from './executor-deps.ts'
import type { KnownTool } from './known-tool.ts'
import { toToolFailure } from './outcome.ts'
import { type StepResult, runStep } from './run-step.ts'

/** A call that writes, as the requests or the tool that it stands for. */
export interface WriteInvocation extends ToolInvocation {
  readonly tool: KnownTool
  readonly steps: readonly CallStep[]
  /** Whether its person has to see first what it would do. */
  readonly isAsked: boolean
}

/** Runs one step of a call. */
export const runCallStep = (
  { requests, catalog }: ExecutorDeps,
  { credential, call }: ToolInvocation,
  { step, writes }: { readonly step: CallStep; readonly writes?: WriteMode },
) => {
  const { signal, onProgress } = call
  return runStep(step, {
    requests,
    catalog,
    credential,
    signal,
    onProgress,
    cause: causeOf(call),
    ...(writes && { writes }),
  })
}

/** Runs all steps of a call, whatever comes of them. */
export async function runSteps(
  deps: ExecutorDeps,
  invocation: WriteInvocation,
  steps: readonly CallStep[],
): Promise<readonly StepResult[]> {
  const done: StepResult[] = []
  for (const step of steps) done.push(await runCallStep(deps, invocation, { step }))
  return done
}

interface ShownSteps {
  /** Of the approval. */
  readonly id: string
  readonly steps: readonly ShownStep[]
  /** Receives what is done. */
  readonly done: StepResult[]
  readonly beforeCommit: (ctx: Context) => Promise<void>
}

interface StepRefusal {
  /** Whether it would do something else by now. */
  readonly hasChanged: boolean
  /** Whether it is not known if it has happened: a connection may go in the middle of its commit. */
  readonly isUncertain: boolean
  readonly refusal: ReturnType<typeof toToolFailure>
}

/** Carries out what was shown, one step after the other, up to one that is refused. */
export async function runShownSteps(
  deps: ExecutorDeps,
  invocation: WriteInvocation,
  { id, steps, done, beforeCommit }: ShownSteps,
): Promise<StepRefusal | null> {
  const { call } = invocation
  const namedInvocation = { ...invocation, call: { ...call, callId: id } }
  for (const { step, fingerprints } of steps) {
    const previews: CommandPreview[] = []
    const writes: WriteMode = { kind: 'expected', fingerprints, previews, beforeCommit }
    const ran = await runCallStep(deps, namedInvocation, { step, writes })
    if (ran.status >= 400) {
      const isDifferent = fingerprintsOf(previews).join() !== fingerprints.slice(0, previews.length).join()
      return {
        hasChanged: ran.status === 409 && isDifferent,
        isUncertain: ran.status >= 500,
        refusal: toToolFailure(ran),
      }
    }
    done.push(ran)
    if (steps.length > 1) call.onProgress?.(done.length, steps.length)
  }
  return null
}

/** What is compared with what was shown. */
export const fingerprintsOf = (commands: readonly CommandPreview[]) => commands.map(({ fingerprint }) => fingerprint)

/** Tells all that a step would do. */
export const dryRun = (): WriteMode => ({ kind: 'dry-run', previews: [], withheld: [] })
