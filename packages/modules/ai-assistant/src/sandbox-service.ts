import { defineService } from '@plinth/core'
import type { Json } from './tools/tool.ts'

/** What code in the cage asks of the platform. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query?: Json
  readonly body?: unknown
}

/** What it is answered (section 4.8 of the contract). */
export type ApiAnswer =
  | { readonly success: true; readonly statusCode: number; readonly data: unknown }
  | { readonly success: false; readonly statusCode: number; readonly error: string; readonly details?: unknown }

export interface SandboxRun {
  /** Frozen JSON, by the names that the code knows it by. */
  readonly globals: Json
  /** The only door; without it there is none. */
  readonly request?: (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>
  readonly signal?: AbortSignal
}

export interface SandboxResult {
  readonly success: boolean
  /** Text, cut while it is written. */
  readonly result: string
  readonly logs: readonly string[]
  readonly durationMs: number
  readonly error?: string
  readonly apiCallCount: number
}

/** Where code of models and clients runs. */
export interface Sandbox {
  run(code: string, run: SandboxRun): Promise<SandboxResult>
}

/** Resolve with `get(sandbox)`; null where there is none, and then no code runs. */
export const sandbox = defineService<Sandbox | null>('ai_assistant.sandbox', () => null)
