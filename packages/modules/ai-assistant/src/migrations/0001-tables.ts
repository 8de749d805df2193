import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Conversations with their messages, pending approvals, and usage. None of it is recorded in the action log, because
 * administrators can read the log, and conversations are private even from them. What the assistant does in a conversation is
 * logged like everything else, and so is a tenant's choice of a model.
 */
export const tables = defineMigration('ai_assistant.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
