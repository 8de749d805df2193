import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { countUsage } from '../usage.ts'

/** Counts the usage of a question asked outside conversations. */
export const noteUsage = defineCommand({
  id: 'ai_assistant.usage.note',
  access: features.view,
  logged: false,
  input: z.object({
    model: z.string(),
    inputTokens: z.number().int().min(0),
    outputTokens: z.number().int().min(0),
  }),
  output: Ok,
  async run(ctx) {
    await countUsage(ctx, ctx.input)
    return { ok: true as const }
  },
})
