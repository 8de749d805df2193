import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * API keys; the times they were last used, in a separate table because these are never undone and a busy key must not lock its
 * row; and session keys of conversations, which are neither recorded nor listed.
 */
export const keys = defineMigration('api_keys.keys', sqlFile(new URL('./0001-keys.sql', import.meta.url)))
