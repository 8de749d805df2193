import type { Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { API_KEY } from '@plinth/core/data'
import type { z } from 'zod'
import { loggedActorOf, NOBODY, organizationsShown } from '../audience.ts'
import { features } from '../contract.ts'
import type { AccessFilters } from '../log-query.ts'
import { resolveNames } from '../names.ts'
import type { AccessEntry } from '../views.ts'
import type { AccessFilter, AccessRow } from './read-accesses.ts'

/**
 * The filter for a caller's query: their own entries, or anyone's if they may see the tenant's entries. Whoever has row policies sees
 * their own, because others have read rows that are hidden from them.
 */
export function toAccessFilter(ctx: Context, query: z.output<typeof AccessFilters>): AccessFilter {
  const { actor, scope } = ctx
  const { organizationId, actorUserId, ...rest } = query
  const asked = hasAccess(actor, features.view_tenant) && !actor.layers ? actorUserId : undefined
  return {
    ...rest,
    tenantId: scope.tenantId,
    organizationIds: organizationsShown(ctx, organizationId),
    actorId: asked ?? loggedActorOf(actor).actorUserId ?? NOBODY,
  }
}

/** Entries as the API returns them, with names resolved. */
export async function toAccessEntries(
  ctx: Context,
  rows: readonly AccessRow[],
): Promise<z.input<typeof AccessEntry>[]> {
  const entries = rows.map(({ actorId, keyId, ...row }) => ({ ...row, ...toFiled(actorId, keyId) }))
  const nameOf = await resolveNames(ctx, entries)
  return entries.map((row) => ({ ...row, ...nameOf(row) }))
}

/** A key without an owner is filed under its own id. */
const toFiled = (actorId: string, keyId: string | null) =>
  loggedActorOf(
    keyId === null
      ? { id: actorId, userId: actorId }
      : { id: `${API_KEY}${keyId}`, userId: actorId === keyId ? null : actorId },
  )
