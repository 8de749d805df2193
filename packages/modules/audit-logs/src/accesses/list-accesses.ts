import { type Context, hasAccess } from '@plinth/core'
import type { z } from 'zod'
import { actorIdOf, NOBODY, organizationsShown } from '../audience.ts'
import { features } from '../contract.ts'
import type { AccessFilters } from '../log-query.ts'
import { resolveNames } from '../names.ts'
import type { AccessEntry } from '../views.ts'
import type { AccessFilter, AccessRow } from './read-accesses.ts'

/** The filter of a caller's question: oneself, or with the right to see the tenant's entries whoever is asked for. */
export function toAccessFilter(ctx: Context, query: z.output<typeof AccessFilters>): AccessFilter {
  const { actor, scope } = ctx
  const { organizationId, actorUserId, ...rest } = query
  const asked = hasAccess(actor, features.view_tenant) ? actorUserId : undefined
  return {
    ...rest,
    tenantId: scope.tenantId,
    organizationIds: organizationsShown(ctx, organizationId),
    actorId: asked ?? actorIdOf(actor) ?? NOBODY,
  }
}

/** Entries as they are shown, with names. */
export async function toAccessEntries(
  ctx: Context,
  rows: readonly AccessRow[],
): Promise<z.input<typeof AccessEntry>[]> {
  const nameOf = await resolveNames(ctx, rows)
  return rows.map((row) => ({ ...row, ...nameOf(row) }))
}
