import { badInput, type CommandContext, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { Category } from './entities.ts'

const MAX_DEPTH = 32

const circleRefusal = () => badInput('A category cannot be below itself')
const depthRefusal = () => badInput(`Categories have at most ${MAX_DEPTH} levels`)

/**
 * Errors for constraints of the tree. Unlike the caller, the database also sees hidden categories and all levels below a
 * category.
 */
export const treeConstraints = { catalog_categories_circle: circleRefusal, catalog_categories_depth: depthRefusal }

/**
 * Rejects a parent that the caller may not see, that is the category itself or below it, or that is too deep. Moves within a
 * tenant are serialized, so that two of them cannot create a cycle.
 */
export async function assertParent(
  { db, from, scope }: Pick<CommandContext, 'db' | 'from' | 'scope'>,
  { id, parentId }: { id: string | null; parentId: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalog.categories ${scope.tenantId}`}, 0))`.execute(db)
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select c.id, c.parent_id, 1 as depth from catalog_categories c where ${from.isVisible(Category, 'c')} and c.id = ${parentId}
      union all
      select c.id, c.parent_id, depth + 1 from catalog_categories c join above a on c.id = a.parent_id
      where ${inTenant(scope, 'c')} and depth <= ${MAX_DEPTH}
    ) select id from above`.execute(db)
  if (rows.length === 0) throw badInput('Parent not found')
  if (rows.some((above) => above.id === id)) throw circleRefusal()
  if (rows.length >= MAX_DEPTH) throw depthRefusal()
}
