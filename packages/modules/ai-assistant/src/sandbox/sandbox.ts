import { defineService } from '@plinth/core'
import { defaultLimits, type SandboxLimits } from './limits.ts'
import { ProcessPool, type ProcessPoolOptions } from './process-pool.ts'
import { SandboxProcessRun, type SandboxResult, type SandboxRun } from './run.ts'

/** Runs code of models and clients. Resolve with `inject(sandbox)`; the module provides it. */
export const sandbox = defineService<Sandbox>('ai_assistant.sandbox')

/** Options of the sandbox. */
export interface SandboxOptions extends ProcessPoolOptions {
  readonly limits?: Partial<SandboxLimits>
}

/** Runs untrusted JavaScript, which can access nothing except the functions it is given. */
export interface Sandbox extends AsyncDisposable {
  /** Starts a process for the first run ahead of time. */
  warm(): Promise<void>
  /**
   * Runs `code`, a single async function, and returns its result. Rejects if no process was available in time, if `request`
   * fails, or if the signal is aborted.
   */
  run(code: string, run: SandboxRun): Promise<SandboxResult>
}

/** Creates a sandbox; no process is started before it is used. */
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
