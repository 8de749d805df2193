import { badInput, composition, type CommandContext, defineCommand } from '@plinth/core'
import { assertAccess, fieldPolicies, hasAccess } from '@plinth/core/acl'
import { assertOwner, findOwned, handOverRecords, OWNER, type OwnedResource, type RevertedRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'

/** Records that one call hands over. */
const MOST = 10_000

const Kinds = z.array(z.object({ kind: z.string(), count: z.number().int() }))

/**
 * Gives all records that somebody owns to another person, of those that the caller sees and may change, with one entry in the log.
 * The former owner need not exist any more. Rules of customers do not take part.
 */
export const handOver = defineCommand({
  id: 'auth.users.hand_over',
  label: 'Hand over records of user',
  access: features['users.edit'],
  resource: 'auth.user',
  input: z.object({ fromUserId: z.uuid().toLowerCase(), toUserId: z.uuid().toLowerCase() }),
  output: z.object({
    /** How many records of each kind were handed over. */
    items: Kinds,
    /** The kinds whose owners the caller may not change; their records were left alone. */
    withheld: z.array(z.string()),
    /** Whether records may be left, because one call hands over 10,000. */
    hasMore: z.boolean(),
  }),
  target: ({ input }) => ({ id: input.fromUserId }),
  beforeRevert: mayGiveBack,
  async run(ctx) {
    const { fromUserId, toUserId } = ctx.input
    if (fromUserId === toUserId) throw badInput('The records already belong to this person.')
    await assertOwner(ctx, toUserId)
    const resources = findOwned(ctx.inject(composition).modules)
    const permitted = resources.filter((one) => mayChangeOwner(ctx, one))
    const items: z.input<typeof Kinds> = []
    let left = MOST
    for (const owned of permitted) {
      const count = await handOverRecords(ctx, owned, { from: fromUserId, to: toUserId, most: left })
      left -= count
      if (count > 0) items.push({ kind: owned.kind, count })
    }
    const withheld = resources.filter((one) => !permitted.includes(one)).map(({ kind }) => kind)
    return { items, withheld, hasMore: left === 0 }
  },
})

function mayChangeOwner({ actor, inject }: CommandContext, { entity, access }: OwnedResource): boolean {
  return hasAccess(actor, access) && inject(fieldPolicies).of(actor, entity)?.may('write', OWNER) !== false
}

/** Giving records back needs what changing them does. */
async function mayGiveBack(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const checks: ((() => Promise<void>) | void)[] = []
  for (const { table, access, beforeRevert } of findOwned(ctx.inject(composition).modules)) {
    const own = rows.filter((row) => row.table === table)
    if (own.length === 0) continue
    assertAccess(ctx.actor, access, ctx.now())
    checks.push(await beforeRevert?.(ctx, own))
  }
  return async () => {
    for (const check of checks) await check?.()
  }
}
