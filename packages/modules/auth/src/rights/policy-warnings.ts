import type { CommandContext } from '@plinth/core'
import { compileGrants, findSlowPolicy, type StoredPolicies, toLayers } from '@plinth/core/acl'
import { z } from 'zod'

/** What is allowed, but will be slow. */
export const PolicyWarnings = z.array(
  z.object({
    kind: z.string(),
    action: z.literal('read'),
    /** About how many rows every list has to read. */
    rows: z.int(),
    message: z.string(),
  }),
)

/** The policies that no index of a large table serves, of kinds that the actor may read, as PostgreSQL plans lists. Reads no rows. */
export async function warningsOf(
  ctx: Pick<CommandContext, 'actor' | 'inject' | 'db' | 'from' | 'scope'>,
  policies: StoredPolicies,
): Promise<z.input<typeof PolicyWarnings>> {
  const { actor: own } = ctx
  const found: z.input<typeof PolicyWarnings> = []
  for (const [kind, all] of Object.entries(policies)) {
    if (!all.read) continue
    const source = { kind: 'user' } as const
    const layers = toLayers([{ source, features: ['*'], policies: { [kind]: { read: all.read } } }])
    const grants = compileGrants(['*'])
    const actor = { ...own, kind: 'user', isSuperAdmin: false, roles: [], grants, layers } as const
    const slow = await findSlowPolicy(ctx, { actor, kind })
    if (!slow) continue
    const message = `No index serves the condition, so every list reads about ${slow.rows} rows.`
    found.push({ kind, action: 'read', rows: slow.rows, message })
  }
  return found
}
