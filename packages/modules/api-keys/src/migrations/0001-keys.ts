import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Keys; when they were last used, kept apart because nobody undoes that and a busy key must not lock its row; and the
 * keys of conversations, which are neither recorded nor listed.
 */
export const keys = defineMigration('api_keys.keys', sqlFile(new URL('./0001-keys.sql', import.meta.url)))
