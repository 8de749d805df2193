import { definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import type { z } from 'zod'
import { callable } from './callable.ts'

/** Fields of text, of which clients make a form. */
export type PromptInput = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** What somebody may choose to begin a conversation with. */
export interface Prompt<I extends PromptInput = PromptInput> {
  /** Letters, digits, `_` and `-`, 64 at most; the module's id comes first: `tickets_triage`. */
  readonly name: string
  /** For people. Default: made of the name. */
  readonly title?: string
  readonly description: string
  readonly access: Access
  /** What has to be filled in, described for people by `describe`. Default: nothing. */
  readonly input?: I
  /** What the model is told, in the words of whoever chose it. */
  text(input: z.output<I>): string
}

/** Declares a prompt. A module contributes it by `prompts.of`. */
export function definePrompt<I extends PromptInput>(prompt: Prompt<I>): Prompt<I> {
  return Object.freeze(prompt)
}

/** What people may begin with who use assistants of their own. */
export const prompts = definePoint<Prompt>({
  id: 'ai_assistant.prompts',
  title: 'Prompt',
  name: ({ name }) => name,
  ...callable,
})
