import type { Actor, Feature } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import type { Reverted, RevertOptions, Target } from '@plinth/core/data'
import { z } from 'zod'

/** Whose entries somebody may revert: their own, or with the feature for the tenant everybody's. */
export const reachOf = (actor: Actor, tenantWide: Feature): RevertOptions => ({
  ofOthers: hasAccess(actor, tenantWide),
})

/** Answers of undo and redo say which credentials stay as they are (decision 50). */
export const leftOut = { credentialsLeft: z.array(z.string()).optional() }

/** What the commands of both answer beside their ids. */
export const outcome = { ok: z.literal(true), ...leftOut, filedUnder: z.custom<Target>().optional() }

/** The entry of a revert is filed under what was reverted. */
export const target = ({ result }: { readonly result: { readonly filedUnder?: Target | undefined } }) =>
  result.filedUnder ?? {}

export const toRevertResult = ({ target, credentialsLeft }: Reverted) => ({
  ok: true as const,
  filedUnder: target,
  ...(credentialsLeft.length > 0 && { credentialsLeft: [...credentialsLeft] }),
})
