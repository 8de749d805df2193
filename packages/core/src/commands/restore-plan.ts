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

/** Where the net changes of the entry that is being turned are, while a plan of it is carried out. */
export const netChanges = sql.ref('pg_temp.net_changes')

/** The steps that turn an entry; null when a secret that it changed is no longer kept, for then no row moves whole. */
export async function planSteps(db: Sql, { tenantId, entryId }: Source): Promise<readonly Step[] | null> {
  const { rows } = await sql<{ steps: readonly Step[] | null; isForgotten: boolean }>`
    select plinth.plan_turn(${tenantId}, ${entryId}) as steps,
      exists(select from plinth.kept_secrets
        where tenant_id = ${tenantId} and entry_id = ${entryId} and is_forgotten) as "isForgotten"`.execute(db)
  const { steps, isForgotten } = rows[0]!
  return isForgotten ? null : respectReferences(steps ?? [])
}

/**
 * Doing what was recorded in reverse passes through states that were legal before, but for cascades: those record the
 * row that went before those it took along, and rows come back in the other order.
 */
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
