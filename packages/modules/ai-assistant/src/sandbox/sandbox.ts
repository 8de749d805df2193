import { defineService } from '@plinth/core'
import { defaultLimits, type SandboxLimits } from './limits.ts'
import { ProcessPool, type ProcessPoolOptions } from './process-pool.ts'
import { SandboxProcessRun, type SandboxResult, type SandboxRun } from './run.ts'

/** Where code of models and clients runs. Resolve with `inject(sandbox)`; the module provides it. */
export const sandbox = defineService<Sandbox>('ai_assistant.sandbox')

/** How code is run. Each option has a default. */
export interface SandboxOptions extends ProcessPoolOptions {
  readonly limits?: Partial<SandboxLimits>
}

/** Runs JavaScript of models and strangers, which reaches nothing but the door that it is given. */
export interface Sandbox extends AsyncDisposable {
  /** Starts a process that waits for the first run; without it the first one does. */
  warm(): Promise<void>
  /**
   * Runs `code`, one async function, and answers what became of it. Rejects when there was no place to run it in time,
   * when `request` fails, and when the signal ends it.
   */
  run(code: string, run: SandboxRun): Promise<SandboxResult>
}

/** A sandbox that starts nothing before it is used. */
export function createSandbox({ limits: ownLimits, ...options }: SandboxOptions = {}): Sandbox {
  const limits = { ...defaultLimits, ...ownLimits }
  const pool = new ProcessPool(limits.memory, options)
  return {
    warm: () => pool.warm(),
    async run(code, run) {
      run.signal?.throwIfAborted()
      const runLimits = { ...limits, ...run.limits }
      if (code.length > runLimits.codeLength)
        return failedResult(`The code is longer than ${runLimits.codeLength} characters`)
      const process = await pool.take(run)
      const begun = new SandboxProcessRun(process, { ...run, limits: runLimits })
      try {
        return await begun.result(code)
      } finally {
        pool.give(process, begun.isClean)
      }
    },
    async [Symbol.asyncDispose]() {
      pool.close()
    },
  }
}

function failedResult(error: string): SandboxResult {
  return { success: false, result: '', logs: [], durationMs: 0, error, apiCallCount: 0 }
}
