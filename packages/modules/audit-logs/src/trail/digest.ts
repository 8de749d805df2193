import { sql } from '@plinth/core'
import type { RawBuilder } from '@plinth/core/data'

/** The identity of a change `c` in the text of its entry, followed by the row before and after. */
export const changeText = sql`row(c.seq, c.table_name, c.row_id)::text`

/**
 * Every column of an entry `e` except `undo_token_hash`, which is not part of what was done; independent of session settings.
 */
export const entryText = sql`row(
    e.tenant_id, e.id, e.seq, e.organization_id, e.command_id, e.action_label, e.actor_id, e.actor_user_id,
    e.resource_kind, e.resource_id, e.parent_resource_kind, e.parent_resource_id, e.context, e.request_id,
    extract(epoch from e.created_at)
  )::text`

/**
 * The changes of an entry `e` as text. Rows and JSON are self-delimiting, so that two different lists of changes never produce the
 * same text; quoting one inside the other would cost more than everything else combined.
 */
export const ownChangesText = sql`(select string_agg(concat(${changeText}, c.before, '>', c.after), '' order by c.seq)
    from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id)`

/** SHA-256 of an entry `e` of the log together with the text of its recorded changes. */
export const entryDigest = (changes: RawBuilder<unknown>) =>
  sql`sha256(convert_to(concat(${entryText}, ${changes}), 'UTF8'))`
