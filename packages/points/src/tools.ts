import { type Context, definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import type { z } from 'zod'
import { callable } from './callable.ts'

/**
 * Something that an assistant may do for its caller, beside the commands and GET routes of all modules, which it knows by
 * themselves.
 */
export interface Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Letters, digits, `_` and `-`, 64 at most; the module's id comes first: `tickets_triage`. */
  readonly name: string
  /** For people. Default: made of the name. */
  readonly title?: string
  /** For models: what it does, when to use it. */
  readonly description: string
  readonly access: Access
  readonly input: I
  readonly output: O
  /** True where it runs commands: people see first what those would do, and say yes. A tool without it cannot. */
  readonly writes?: boolean
  run(ctx: ToolContext<z.output<I>>): Promise<z.input<O>> | z.input<O>
}

/** The context of the caller. What a tool does outside the database it does in jobs, as commands do. */
export interface ToolContext<I> extends Context {
  readonly input: I
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Tells clients that want to know how far it is: `progress(3, 10)`. What is told has to rise. */
  readonly progress: (done: number, total?: number) => void
}

/** Declares a tool. A module contributes it by `tools.of`. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return Object.freeze(tool)
}

/** What assistants may do besides calling routes. */
export const tools = definePoint<Tool>({
  id: 'ai_assistant.tools',
  title: 'Tool',
  name: ({ name }) => name,
  ...callable,
})
