import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Conversations with their messages, what waits to be confirmed, and what was used. None of it is recorded: what somebody
 * says to the assistant is nobody else's, administrators included, and the log of actions is theirs to read. What the
 * assistant does in a conversation is in the log like everything else. A tenant's choice of a model is recorded.
 */
export const tables = defineMigration('ai_assistant.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
