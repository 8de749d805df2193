import type { RawBuilder, SqlBool } from 'kysely'
import type { Declared } from '../data/query/row-types.ts'
import type { Context } from './context.ts'

/** What row policies of other entities leave of the rows `alias` of an entity; no conditions if they hide none. */
export type RowConditions = (
  ctx: Pick<Context, 'actor' | 'from' | 'inject'>,
  alias: string,
) => readonly RawBuilder<SqlBool>[]

/**
 * Rows that are hidden with rows of other entities, such as files with their records. Lists and details of the module apply the
 * conditions themselves.
 */
export interface DependentRows {
  readonly entity: Declared
  readonly visible: RowConditions
}

/** What the modules say of an entity. */
export function conditionsOfOthers(
  modules: readonly { readonly dependents?: readonly DependentRows[] }[],
  entity: Declared,
): RowConditions {
  const own = modules.flatMap(({ dependents = [] }) => dependents).filter((dependent) => dependent.entity === entity)
  return (ctx, alias) => own.flatMap(({ visible }) => visible(ctx, alias))
}
