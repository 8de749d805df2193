import type { Context } from '@plinth/core'
import { BusinessRule, RuleSet } from './entities.ts'
import { ruleNotFound, setNotFound } from './refusals.ts'

/** A row of the selected organization, or of any visible one if none is selected. */
const shownRow = ({ scope: { organizationId } }: Context, id: string) => ({
  id,
  deletedAt: null,
  ...(organizationId !== null && { organizationId }),
})

/** A rule that the caller can see; 404 if it is not visible or deleted. */
export function findRule(ctx: Context, id: string): Promise<BusinessRule> {
  return ctx.em.findOneOrFail(BusinessRule, shownRow(ctx, id), { failHandler: ruleNotFound })
}

/** A set that the caller can see; 404 if it is not visible or deleted. */
export function findSet(ctx: Context, id: string): Promise<RuleSet> {
  return ctx.em.findOneOrFail(RuleSet, shownRow(ctx, id), { failHandler: setNotFound })
}
