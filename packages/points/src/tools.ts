import { type Context, definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import type { z } from 'zod'
import { callable } from './callable.ts'

/**
 * An action that an assistant may perform for its caller, in addition to the commands and GET routes of all modules, which are
 * available automatically.
 */
export interface Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Letters, digits, `_` and `-`, at most 64 characters, beginning with the module's id: `tickets_triage`. */
  readonly name: string
  /** Title shown to users. Default: derived from the name. */
  readonly title?: string
  /** Description for models: what the tool does and when to use it. */
  readonly description: string
  readonly access: Access
  readonly input: I
  readonly output: O
  /** Required for tools that run commands: users preview the changes and confirm them. A tool without it cannot run commands. */
  readonly writes?: boolean
  run(ctx: ToolContext<z.output<I>>): Promise<z.input<O>> | z.input<O>
}

/** The context of the caller. As in commands, side effects outside the database belong in jobs. */
export interface ToolContext<I> extends Context {
  readonly input: I
  /** Aborted when the answer is no longer awaited. */
  readonly signal: AbortSignal
  /** Reports progress to clients that asked for it: `progress(3, 10)`. `done` must increase with every call. */
  readonly progress: (done: number, total?: number) => void
}

/** Declares a tool. A module contributes it with `tools.of`. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return Object.freeze(tool)
}

/** Tools of assistants, in addition to routes. */
export const tools = definePoint<Tool>({
  id: 'ai_assistant.tools',
  title: 'Tool',
  name: ({ name }) => name,
  ...callable,
})
