import type { CommandContext, Context } from '@plinth/core'
import { BusinessRule, RuleSet } from './entities.ts'
import { ruleNotFound, setNotFound } from './errors.ts'

/** A row of the selected organization, or of any visible one if none is selected. */
const shownRow = ({ scope: { organizationId } }: Context, id: string) => ({
  id,
  deletedAt: null,
  ...(organizationId !== null && { organizationId }),
})

/** Throws 404 unless the caller can see the set. */
export async function assertSet({ from, scope: { organizationId } }: Context, id: string): Promise<void> {
  await from(RuleSet, 's')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.deletedAt', 'is', null)
    .$if(organizationId !== null, (sets) => sets.where('s.organizationId', '=', organizationId))
    .executeTakeFirstOrThrow(setNotFound)
}

/** A rule that the caller can see, locked; 404 if it is not visible or deleted. */
export const lockRule = (ctx: CommandContext, id: string) =>
  ctx.from.lock(BusinessRule, shownRow(ctx, id), ruleNotFound)

/** A set that the caller can see, locked; 404 if it is not visible or deleted. */
export const lockSet = (ctx: CommandContext, id: string) => ctx.from.lock(RuleSet, shownRow(ctx, id), setNotFound)
