import { z } from 'zod'
import { hasProperty, propertyOf } from '../data/query/properties.ts'
import { setsOf } from '../data/query/from.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import { type Declared, nameOf } from '../data/query/row-types.ts'
import type { CommandContext } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { OWNER, type OwnedResource } from '../define/owned-records.ts'
import { people } from '../define/people.ts'
import { badInput, brokenSetup } from '../errors.ts'

/** What the input of a resource has in addition if its records have owners. */
export type OwnerFields<O> = O extends true ? { ownerId: z.ZodOptional<z.ZodNullable<z.ZodType<string, string>>> } : {}

export const ownerFields = { [OWNER]: z.uuid().toLowerCase().nullish() } as const

/** Throws unless records of the entity can have owners. */
export function checkOwned(path: string, entity: Declared): void {
  const isFit = hasProperty(entity, OWNER) && propertyOf(entity, OWNER, path).kind === 'uuid'
  if (isFit && propertyOf(entity, OWNER, path).isNullable) return
  throw brokenSetup(
    `The records of ${path} have owners, so entity '${nameOf(entity)}' needs the property '${OWNER}: p.uuid().nullable()'`,
  )
}

/**
 * The owner to write: at creation, by default the caller. Throws 400 for somebody new who has no active account in the tenant.
 */
export async function ownerToWrite(
  ctx: CommandContext,
  { sent, row }: { readonly sent: unknown; readonly row: object | null },
): Promise<{ readonly ownerId?: string | null }> {
  if (sent === undefined) return row ? {} : { [OWNER]: creatorOf(ctx) }
  if (typeof sent === 'string' && sent !== (row as { readonly [OWNER]?: unknown } | null)?.[OWNER])
    await assertOwner(ctx, sent)
  return { [OWNER]: sent as string | null }
}

/** Throws 400 unless the person has an active account in the tenant. */
export async function assertOwner({ inject }: Pick<Context, 'inject'>, id: string): Promise<void> {
  const found = await inject(people).find([id])
  // The id of a role stands for its holders.
  if (found.get(id)?.some((person) => person.id === id)) return
  throw badInput('Owner not found', { fieldErrors: { [OWNER]: 'Not found' } })
}

/** Nobody for callers from other tenants. */
const creatorOf = ({ actor: { userId, homeTenantId }, scope }: Pick<Context, 'actor' | 'scope'>) =>
  homeTenantId === null || homeTenantId === scope.tenantId ? userId : null

/** Records that are written in one statement. */
const SLICE = 500

/**
 * Gives up to `most` records of one person, of those that the caller sees, to another one, and returns their number. Records that are
 * marked as deleted stay as they are, so that their deletion can be undone. Throws 403 if
 * row policies do not let the caller update one of them.
 */
export async function handOverRecords(
  ctx: CommandContext,
  { entity, changed }: OwnedResource,
  { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
): Promise<number> {
  let count = 0
  while (count < most) {
    const found = await ctx
      .from(entity, 'r')
      .select('r.id')
      .where('r.ownerId', '=', from)
      .$if(hasProperty(entity, 'deletedAt'), (all) => all.where('r.deletedAt' as 'r.id', 'is', null))
      .orderBy('r.id')
      .limit(Math.min(SLICE, most - count))
      .execute()
    if (found.length === 0) break
    const rows = await ctx.from.lockAll(entity, { ownerId: from, id: found.map(({ id }) => id) } as never)
    const values = rows.map(() => ({ [OWNER]: to }))
    await setsOf(ctx.from).changeAll(entity, rows as never, values)
    const written = changed
      ? await ctx
          .from(entity, 'r')
          .selectAll()
          .where('r.id', '=', anyOf(found.map(({ id }) => String(id))))
          .execute()
      : []
    for (const row of written) await changed?.(ctx, row)
    count += rows.length
    // Others have taken what was found.
    if (rows.length === 0) break
  }
  return count
}
