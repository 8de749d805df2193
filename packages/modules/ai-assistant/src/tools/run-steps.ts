import type { Context } from '@plinth/core'
import type { CommandPreview, WriteMode } from '@plinth/core/http'
import type { ShownStep, CallStep } from '../approvals/steps.ts'
import { causeOf, type ExecutorDeps, type ToolInvocation } from './executor-deps.ts'
import type { KnownTool } from './known-tool.ts'
import { toToolFailure } from './outcome.ts'
import { type StepResult, runStep } from './run-step.ts'

/** A call that writes, as its requests or its tool. */
export interface WriteInvocation extends ToolInvocation {
  readonly tool: KnownTool
  readonly steps: readonly CallStep[]
  /** Whether it must be previewed and confirmed first. */
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

/** Runs all steps of a call, even if some fail. */
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
  /** Id of the approval. */
  readonly id: string
  readonly steps: readonly ShownStep[]
  /** Collects the results of completed steps. */
  readonly done: StepResult[]
  readonly beforeCommit: (ctx: Context) => Promise<void>
}

interface StepRefusal {
  /** Whether its effects differ from the preview. */
  readonly hasChanged: boolean
  /** Whether it is unknown if the change happened: the connection may be lost during commit. */
  readonly isUncertain: boolean
  readonly refusal: ReturnType<typeof toToolFailure>
}

/** Executes previewed steps in order until one fails. */
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

/** Fingerprints to compare with the preview. */
export const fingerprintsOf = (commands: readonly CommandPreview[]) => commands.map(({ fingerprint }) => fingerprint)

/** A mode that collects everything a step would do. */
export const dryRun = (): WriteMode => ({ kind: 'dry-run', previews: [], withheld: [] })
