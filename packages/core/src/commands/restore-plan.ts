import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'

/** Which way rows go: `undo` to what they were before the entry, `redo` to what they were after it. */
export type Direction = 'undo' | 'redo'

/** The entry whose rows are moved. */
export interface Source {
  readonly tenantId: string
  readonly entryId: string
  readonly direction: Direction
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

/**
 * The steps of a restoration. Doing what was recorded in reverse passes through states that were legal before, but for
 * cascades: those record the row that went before those it took along, and rows come back in the other order.
 */
export async function planSteps(db: Sql, source: Source): Promise<readonly Step[]> {
  const order = source.direction === 'undo' ? sql`max(seq) desc` : sql`min(seq)`
  const { rows } = await sql<Step>`
    with net as (${netChanges(source)})
    select "table", kind, bool_and(tenant is not null) as "isOfTenants",
      (select json_agg(attname) from pg_attribute where attrelid = to_regclass(quote_ident("table"))
        and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = to_regclass(quote_ident("table")) and c.contype = 'f') as references
    from net where kind is not null group by "table", kind order by ${order}`.execute(db)
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

/** One line per row: what it is now if nobody came in between, and what it shall be. Secrets are put back in. */
export function netChanges({ tenantId, entryId, direction }: Source) {
  const [from, to] = direction === 'undo' ? ['after', 'before'] : ['before', 'after']
  return sql`
    select "table", id, seq, ${sql.ref(from!)} as "from", ${sql.ref(to!)} as "to",
      (coalesce(${sql.ref(from!)}, ${sql.ref(to!)}) ->> 'tenant_id')::uuid as tenant,
      case when before is null and after is null then null when ${sql.ref(from!)} is null then 'insert'
        when ${sql.ref(to!)} is null then 'delete' else 'update' end as kind
    from (
      select c.table_name as "table", c.row_id as id, max(c.seq) as seq,
        (array_agg(c.before || coalesce(s.before, '{}') order by c.seq))[1] as before,
        (array_agg(c.after || coalesce(s.after, '{}') order by c.seq desc))[1] as after
      from plinth.changes c left join plinth.kept_secrets s using (tenant_id, entry_id, seq)
      where c.tenant_id = ${tenantId} and c.entry_id = ${entryId}
      group by c.table_name, c.row_id
    ) rows`
}
