import { defineBaseline, sqlFile } from '@plinth/core/data'

/**
 * Conversations with their messages, pending approvals, and usage. None of it is recorded in the action log, because
 * administrators can read the log, and conversations are private even from them. What the assistant does in a conversation is
 * logged like everything else, and so is a tenant's choice of a model.
 */
export const baseline = defineBaseline(
  'ai_assistant.baseline',
  sqlFile(new URL('./0001-baseline.sql', import.meta.url)),
  ['ai_assistant.tables', 'ai_assistant.done_changes'],
)
