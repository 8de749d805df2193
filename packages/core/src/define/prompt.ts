import type { z } from 'zod'
import type { Access } from './feature.ts'

/** Fields of text, of which clients make a form. */
export type PromptInput = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** What somebody may choose to begin a conversation with. */
export interface Prompt<I extends PromptInput = any> {
  /** Letters, digits, `_` and `-`, 64 at most; the module's id comes first: `tickets_triage`. */
  readonly name: string
  /** For people. Default: made of the name. */
  readonly title?: string
  readonly description: string
  readonly access: Access
  /** What has to be filled in, described for people by `describe`. Default: nothing. */
  readonly input?: I
  /** What the model is told, in the words of whoever chose it. */
  readonly text: (input: z.output<I>) => string
}

/** Declares a prompt. List it in the module's `prompts`. */
export function definePrompt<I extends PromptInput>(prompt: Prompt<I>): Prompt<I> {
  return Object.freeze(prompt)
}
