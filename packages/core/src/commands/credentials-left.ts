import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import { badInput } from '../errors.ts'
import type { Source } from './restore-plan.ts'
import { revertedRows } from './upgrade-rows.ts'

/**
 * The columns of credentials that an entry changed: a turn of it leaves them as they are (decision 50). Throws 400 when
 * it changed nothing else. Ask when the rows have moved, in the same transaction.
 */
export async function credentialsLeft(db: Sql, { tenantId, entryId }: Source): Promise<readonly string[]> {
  const { rows } = await sql<{ columns: string[]; isAll: boolean }>`
    select coalesce(array_agg(distinct key), '{}') as columns,
      not exists (select from ${revertedRows}
        where kind <> 'update' or "from" - 'updated_at' is distinct from "to" - 'updated_at') as "isAll"
    from plinth.changes c join plinth.kept_secrets s using (tenant_id, entry_id, seq), jsonb_object_keys(s.after) key
    where c.tenant_id = ${tenantId} and c.entry_id = ${entryId} and c.before is not null and c.after is not null`.execute(
    db,
  )
  const [{ columns, isAll }] = rows as [{ columns: string[]; isAll: boolean }]
  if (columns.length > 0 && isAll) throw badInput('Credentials are never undone or redone')
  return columns
}
