import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'

/** The entry whose rows go back to what they were before it. */
export interface Source {
  readonly tenantId: string
  readonly entryId: string
}

/** What has to be done to the rows of one table. */
export interface Step {
  readonly table: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** Whether all the rows are of tenants, whose tables are found by tenant and id. */
  readonly isOfTenants: boolean
  /** All but what PostgreSQL computes by itself. */
  readonly columns: readonly string[]
  /** Tables that this one refers to. */
  readonly references: readonly string[]
}

/** Whether a secret that the entry changed is no longer kept, so that its rows cannot be moved whole. */
export async function isForgotten(db: Sql, { tenantId, entryId }: Source): Promise<boolean> {
  const { rows } = await sql`select from plinth.kept_secrets
    where tenant_id = ${tenantId} and entry_id = ${entryId} and is_forgotten limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The steps of a restoration. Doing what was recorded in reverse passes through states that were legal before, but for
 * cascades: those record the row that went before those it took along, and rows come back in the other order.
 */
export async function planSteps(db: Sql): Promise<readonly Step[]> {
  const { rows } = await sql<Step>`
    select "table", kind, bool_and(tenant is not null) as "isOfTenants",
      (select json_agg(attname) from pg_attribute where attrelid = to_regclass(quote_ident("table"))
        and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = to_regclass(quote_ident("table")) and c.contype = 'f') as references
    from ${netChanges} where kind is not null group by "table", kind order by max(seq) desc`.execute(db)
  return respectReferences(rows)
}

function respectReferences(steps: readonly Step[]): readonly Step[] {
  const ordered = new Set<Step>()
  const visited = new Set<Step>()
  const visit = (step: Step): void => {
    if (visited.has(step)) return
    visited.add(step)
    for (const other of steps) if (mustPrecede(other, step)) visit(other)
    ordered.add(step)
  }
  for (const step of steps) visit(step)
  return [...ordered]
}

/** A row comes back after those it refers to, and goes before them. */
function mustPrecede(first: Step, then: Step): boolean {
  if (first === then || first.kind !== then.kind) return false
  if (then.kind === 'insert') return then.references.includes(first.table)
  return then.kind === 'delete' && first.references.includes(then.table)
}

/** Where the net changes of the entry that is being turned are kept. */
export const netChanges = sql.ref('pg_temp.net_changes')

/**
 * Keeps one line per row: what it is now if nobody came in between, and what it was. Secrets are put back in. Computed
 * once, and counted for the planner, who would otherwise take ten thousand rows for one.
 */
export async function keepNetChanges(db: Sql, { tenantId, entryId }: Source): Promise<void> {
  await sql`create temporary table net_changes ("table" text, id uuid, seq bigint, "from" jsonb, "to" jsonb,
    tenant uuid, kind text) on commit drop`.execute(db)
  await sql`
    insert into ${netChanges}
    select "table", id, seq, after, before, (coalesce(after, before) ->> 'tenant_id')::uuid,
      case when before is null and after is null then null when after is null then 'insert'
        when before is null then 'delete' else 'update' end
    from (
      select c.table_name as "table", c.row_id as id, max(c.seq) as seq,
        (array_agg(c.before || coalesce(s.before, '{}') order by c.seq))[1] as before,
        (array_agg(c.after || coalesce(s.after, '{}') order by c.seq desc))[1] as after
      from plinth.changes c left join plinth.kept_secrets s using (tenant_id, entry_id, seq)
      where c.tenant_id = ${tenantId} and c.entry_id = ${entryId}
      group by c.table_name, c.row_id
    ) rows`.execute(db)
  await sql`analyze ${netChanges} ("table", id, tenant, kind)`.execute(db)
}

/** Forgets them, so that another entry can be turned in the same transaction. */
export async function dropNetChanges(db: Sql): Promise<void> {
  await sql`drop table ${netChanges}`.execute(db)
}
