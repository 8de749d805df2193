import { composition, type Context, forbidden, notFound } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'
import {
  assertUpdatableByPolicies,
  findShared,
  hasProperty,
  type RevertedRow,
  type SharedRecord,
  type SharedResource,
} from '@plinth/core/data'
import type { CommandContext } from '@plinth/core'
import { RecordShare } from '@plinth/core/data'

/** The resource of a kind. Throws 404 if no composed module shares its records. */
export function sharedResourceOf({ inject }: Pick<Context, 'inject'>, kind: string): SharedResource {
  const resource = findShared(inject(composition).modules).find((one) => one.kind === kind)
  if (!resource) throw notFound('Record')
  return resource
}

/**
 * Throws 404 unless a record is there, not only marked as deleted, and the caller may read it, and 403 unless they may update it themselves: who has it by a share does not pass it
 * on.
 */
export async function assertMayShare(ctx: Context, { resource, id }: SharedRecord): Promise<void> {
  assertAccess(ctx.actor, resource.access, ctx.now())
  const { entity, title } = resource
  const found = await ctx
    .from(entity, 'r')
    .select('r.id')
    .where('r.id', '=', id)
    .$if(hasProperty(entity, 'deletedAt'), (all) => all.where('r.deletedAt' as 'r.id', 'is', null))
    .executeTakeFirst()
  if (!found) throw notFound(title)
  await assertUpdatableByPolicies(ctx, { kind: resource.kind, entity, id })
}

/** An undo of sharing needs what sharing needs. */
export async function revertShares(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, before, after } of rows) {
    if (table !== RecordShare.meta.tableName) throw forbidden()
    const { kind, record_id: id } = (after ?? before)!
    await assertMayShare(ctx, { resource: sharedResourceOf(ctx, String(kind)), id: String(id) })
  }
}
