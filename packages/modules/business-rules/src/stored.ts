import type { Context } from '@plinth/core'
import { BusinessRule, RuleSet } from './entities.ts'
import { ruleNotFound, setNotFound } from './refusals.ts'

/** A row of the organization that is worked in, else of any that is seen. */
const shownRow = ({ scope: { organizationId } }: Context, id: string) => ({
  id,
  deletedAt: null,
  ...(organizationId !== null && { organizationId }),
})

/** The rule that the caller sees and that is not deleted; 404 for any other. */
export function findRule(ctx: Context, id: string): Promise<BusinessRule> {
  return ctx.em.findOneOrFail(BusinessRule, shownRow(ctx, id), { failHandler: ruleNotFound })
}

/** The set that the caller sees and that is not deleted; 404 for any other. */
export function findSet(ctx: Context, id: string): Promise<RuleSet> {
  return ctx.em.findOneOrFail(RuleSet, shownRow(ctx, id), { failHandler: setNotFound })
}
