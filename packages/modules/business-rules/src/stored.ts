import { type CommandContext, type Context, sql } from '@plinth/core'
import { BusinessRule, RuleSet } from './entities.ts'
import { invalid, ruleNotFound, setNotFound } from './refusals.ts'
import { settings } from './settings.ts'

type Writing = Pick<CommandContext<unknown>, 'em' | 'get' | 'asSystem' | 'scope'>

type Seeing = Pick<Context, 'scope'> & { readonly em: Pick<Context['em'], 'findOneOrFail'> }

/** A row of the organization that is worked in, else of any that is seen. */
const ownRow = ({ scope: { organizationId } }: Seeing, id: string) => ({
  id,
  deletedAt: null,
  ...(organizationId !== null && { organizationId }),
})

/** The rule that the caller sees and that is not deleted; 404 for any other. */
export function findRule(ctx: Seeing, id: string): Promise<BusinessRule> {
  return ctx.em.findOneOrFail(BusinessRule, ownRow(ctx, id), { failHandler: ruleNotFound })
}

/** The set that the caller sees and that is not deleted; 404 for any other. */
export function findSet(ctx: Seeing, id: string): Promise<RuleSet> {
  return ctx.em.findOneOrFail(RuleSet, ownRow(ctx, id), { failHandler: setNotFound })
}

type Rule = Pick<BusinessRule, 'entityType' | 'conditionExpression' | 'successActions' | 'failureActions'> & {
  readonly organizationId: string
  /** Of a rule that is stored already. */
  readonly id?: string
}

/** 400 when a rule, new or changed, is more than the tenant or its organization may have; it says of what. */
export async function assertRoomForRule(
  ctx: Writing,
  rule: Partial<Rule> & Pick<Rule, 'organizationId'>,
): Promise<void> {
  const { maxRulesPerType, maxRulesPerTenant, maxRuleBytes } = ctx.get(settings)
  const { id = null, organizationId, entityType = '', conditionExpression, successActions, failureActions } = rule
  const { tenantId } = ctx.scope
  const { rows } = await ctx.asSystem('count the rules of a tenant', ({ db }) =>
    sql<{ alike: number; all: number; bytes: number }>`
      select count(*) filter (where organization_id = ${organizationId} and entity_type = ${entityType}) as alike,
        count(*) as all, coalesce(sum(text_bytes), 0)::float8 as bytes
      from business_rules where tenant_id = ${tenantId} and deleted_at is null
        and (${id}::uuid is null or id <> ${id}::uuid)`.execute(db),
  )
  const { alike = 0, all = 0, bytes = 0 } = rows[0] ?? {}
  const parts = [conditionExpression, successActions, failureActions].map((part) => (part ? JSON.stringify(part) : ''))
  const size = bytes + Buffer.byteLength(parts.join(''))
  if (alike >= maxRulesPerType)
    throw invalid({ entityType: `At most ${maxRulesPerType} rules may be about one entity type` })
  if (all >= maxRulesPerTenant) throw invalid({ ruleId: `A tenant may have at most ${maxRulesPerTenant} rules` })
  if (size > maxRuleBytes)
    throw invalid({
      conditionExpression: `The conditions and actions of all rules of a tenant may take at most ${maxRuleBytes} bytes`,
    })
}
