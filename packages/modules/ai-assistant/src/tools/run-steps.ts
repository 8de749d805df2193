import type { Context } from '@plinth/core'
import type { CommandPreview, WriteMode } from '@plinth/core/http'
import type { ShownStep, ApprovalStep } from '../approvals/steps.ts'
import type { Credential } from './credential.ts'
import { causeOf, type ExecutorDeps } from './executing.ts'
import type { KnownTool } from './known-tool.ts'
import { toFailure } from './outcome.ts'
import { type StepResult, runStep } from './run-step.ts'
import type { ToolCall } from './tool.ts'

/** A call that writes, as the requests or the tool that it stands for. */
export interface ApprovableCall {
  readonly credential: Credential
  readonly call: ToolCall
  readonly tool: KnownTool
  readonly steps: readonly ApprovalStep[]
  /** Whether its person has to see first what it would do. */
  readonly isAsked: boolean
}

/** Runs one step of a call. */
export const runFor = (
  { requests, catalog }: ExecutorDeps,
  { credential, call }: Pick<ApprovableCall, 'credential' | 'call'>,
  { step, writes }: { readonly step: ApprovalStep; readonly writes?: WriteMode },
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
export async function runAll(
  executing: ExecutorDeps,
  writing: ApprovableCall,
  steps: readonly ApprovalStep[],
): Promise<readonly StepResult[]> {
  const done: StepResult[] = []
  for (const step of steps) done.push(await runFor(executing, writing, { step }))
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

interface Stopped {
  /** Whether it would do something else by now. */
  readonly hasChanged: boolean
  readonly refusal: ReturnType<typeof toFailure>
}

/** Carries out what was shown, one step after the other, up to one that is refused. */
export async function runShown(
  executing: ExecutorDeps,
  writing: ApprovableCall,
  { id, steps, done, beforeCommit }: ShownSteps,
): Promise<Stopped | null> {
  const { call } = writing
  const named = { ...writing, call: { ...call, callId: id } }
  for (const { step, fingerprints } of steps) {
    const previews: CommandPreview[] = []
    const writes: WriteMode = { kind: 'expected', fingerprints, previews, beforeCommit }
    const ran = await runFor(executing, named, { step, writes })
    if (ran.status >= 400) {
      const isDifferent = fingerprintsOf(previews).join() !== fingerprints.slice(0, previews.length).join()
      return { hasChanged: ran.status === 409 && isDifferent, refusal: toFailure(ran) }
    }
    done.push(ran)
    if (steps.length > 1) call.onProgress?.(done.length, steps.length)
  }
  return null
}

/** What is compared with what was shown. */
export const fingerprintsOf = (commands: readonly CommandPreview[]) => commands.map(({ fingerprint }) => fingerprint)
