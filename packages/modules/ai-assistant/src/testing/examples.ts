import type { UndoExample } from '@plinth/testing'
import { updateChoice } from '../settings/choose-model.ts'

/** Every undoable command of the assistant. The platform has a key for OpenAI. */
export const examples: readonly UndoExample[] = [
  { command: updateChoice, input: { providerId: 'openai', model: 'gpt-4o-mini' } },
]
