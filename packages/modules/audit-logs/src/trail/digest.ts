import { sql } from '@plinth/core'
import type { RawBuilder } from '@plinth/core/data'

/** What a change `c` is called in the text of its entry; its rows before and after follow. */
export const changeText = sql`row(c.seq, c.table_name, c.row_id)::text`

/**
 * What the changes `c` of one entry come to as text, for an aggregate. Rows and JSON say themselves where they end, so
 * that two lists of changes are never the same text; quoting one inside the other would cost more than all the rest.
 */
export const changesText = sql`string_agg(concat(${changeText}, c.before, '>', c.after), '' order by c.seq)`

/** Every column of an entry `e` but `undo_token_hash`, which says nothing of what was done, whatever the session's settings. */
export const entryText = sql`row(
    e.tenant_id, e.id, e.seq, e.organization_id, e.command_id, e.action_label, e.actor_id, e.actor_user_id,
    e.resource_kind, e.resource_id, e.parent_resource_kind, e.parent_resource_id, e.context, e.request_id,
    extract(epoch from e.created_at)
  )::text`

/** The text of the changes of an entry `e`, read for it alone. */
export const ownChangesText = sql`(select ${changesText} from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id)`

/** SHA-256 of an entry `e` of the log with the text of the changes it recorded. */
export const entryDigest = (changes: RawBuilder<unknown>) =>
  sql`sha256(convert_to(concat(${entryText}, ${changes}), 'UTF8'))`
