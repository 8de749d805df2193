import type { Actor, Feature } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import type { Reverted, RevertOptions, Target } from '@plinth/core/data'
import { z } from 'zod'

/** Whose entries the caller may revert: their own, or everyone's with the tenant-wide feature. */
export const reachOf = (actor: Actor, tenantWide: Feature): RevertOptions => ({
  ofOthers: hasAccess(actor, tenantWide),
})

/** Responses of undo and redo list the credentials that were not reverted (decision: Credentials and undo). */
export const leftOut = { credentialsLeft: z.array(z.string()).optional() }

/** What undo and redo return in addition to their ids. */
export const outcome = { ok: z.literal(true), ...leftOut, filedUnder: z.custom<Target>().optional() }

/** The entry of a revert is filed under the resource of the reverted action. */
export const target = ({ result }: { readonly result: { readonly filedUnder?: Target | undefined } }) =>
  result.filedUnder ?? {}

export const toRevertResult = ({ target, credentialsLeft }: Reverted) => ({
  ok: true as const,
  filedUnder: target,
  ...(credentialsLeft.length > 0 && { credentialsLeft: [...credentialsLeft] }),
})
