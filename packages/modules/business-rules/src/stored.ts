import { type CommandContext, type Context, sql } from '@plinth/core'
import { BusinessRule, RuleSet } from './entities.ts'
import { invalid, ruleNotFound, setNotFound } from './refusals.ts'
import { isOwn, workingOrganization } from './working-organization.ts'

/** The caller's organization; 400 for callers without one, whose rows would be nobody's (section 6.2). */
export function requireOrganization(ctx: Pick<Context, 'actor' | 'scope'>): string {
  const organizationId = workingOrganization(ctx)
  if (organizationId === null) throw invalid({ organizationId: 'Organization context is required' })
  return organizationId
}

type Writing = Pick<CommandContext<unknown>, 'em' | 'db' | 'actor' | 'scope'>

/** The rule of the caller's organization that is not deleted; 404 for any other. */
export function findRule(ctx: Writing, id: string): Promise<BusinessRule> {
  const where = { id, organizationId: workingOrganization(ctx), deletedAt: null }
  return ctx.em.findOneOrFail(BusinessRule, where, { failHandler: ruleNotFound })
}

/** The set of the caller's organization that is not deleted; 404 for any other. */
export function findSet(ctx: Writing, id: string): Promise<RuleSet> {
  const where = { id, organizationId: workingOrganization(ctx), deletedAt: null }
  return ctx.em.findOneOrFail(RuleSet, where, { failHandler: setNotFound })
}

/** Rules about one entity type in one organization (decision 25). */
const MAX_RULES = 10_000

/** 400 when the caller's organization has as many rules about an entity type as there may be. */
export async function assertRoomForRule(ctx: Writing, entityType: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from business_rules r where ${isOwn(ctx, 'r')} and r.entity_type = ${entityType}`.execute(
    ctx.db,
  )
  if (Number(rows[0]?.count) >= MAX_RULES)
    throw invalid({ entityType: `At most ${MAX_RULES} rules may be about one entity type` })
}
