import { definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import type { z } from 'zod'
import { callable } from './callable.ts'

/** Text fields, which clients present as a form. */
export type PromptInput = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** A prompt that users can choose to start a conversation. */
export interface Prompt<I extends PromptInput = PromptInput> {
  /** Letters, digits, `_` and `-`, at most 64 characters, beginning with the module's id: `tickets_triage`. */
  readonly name: string
  /** Title shown to users. Default: derived from the name. */
  readonly title?: string
  readonly description: string
  readonly access: Access
  /** The fields to fill in, described for users with `describe`. Default: none. */
  readonly input?: I
  /** The text sent to the model on behalf of the user. */
  text(input: z.output<I>): string
}

/** Declares a prompt. A module contributes it with `prompts.of`. */
export function definePrompt<I extends PromptInput>(prompt: Prompt<I>): Prompt<I> {
  return Object.freeze(prompt)
}

/** Prompts offered to users who connect their own assistants. */
export const prompts = definePoint<Prompt>({
  id: 'ai_assistant.prompts',
  title: 'Prompt',
  name: ({ name }) => name,
  ...callable,
})
