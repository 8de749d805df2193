import { composition, type Context, forbidden } from '@plinth/core'
import { fieldPolicies, type FieldRights } from '@plinth/core/acl'
import { CUSTOM_PREFIX, findCustomRecords, kindOfEntity } from '@plinth/core/data'
import { findRulePoint } from '@plinth/core/rules'
import { BusinessRule } from './entities.ts'

/** What the caller may do with the fields of an entity type; undefined if none is restricted. */
export function rightsOf(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  entityType: string,
): FieldRights | undefined {
  const policies = inject(fieldPolicies)
  if (!policies.restricts(actor)) return undefined
  const { modules } = inject(composition)
  const point = findRulePoint(modules, entityType)
  const named = point?.entity && policies.of(actor, point.entity)
  if (named) return named
  const records = findCustomRecords(modules)
  const kinds = [entityType.replace(':', '.'), ...(records ? [kindOfEntity(records, entityType)] : [])]
  return kinds.map((kind) => policies.ofKind(actor, kind)).find((rights) => rights !== undefined)
}

/** Whether the caller may be told of a field, by its name: of those that customers define, what they are called is theirs as well. */
export function mayBeTold(ctx: Pick<Context, 'inject' | 'actor'>, entityType: string): (name: string) => boolean {
  const rights = rightsOf(ctx, entityType)
  return (name) => !name.startsWith(CUSTOM_PREFIX) || (rights?.may('read', name) ?? true)
}

/** Throws 403 if policies hide from the caller what rules are: trying them would tell. */
export function assertReadsRules(ctx: Pick<Context, 'inject' | 'actor'>): void {
  if (!readsRules(ctx)) throw forbidden('Policies hide fields of rules from you')
}

/** Whether the caller may read what rules are called, test and do. */
export function readsRules({ inject, actor }: Pick<Context, 'inject' | 'actor'>): boolean {
  const rights = inject(fieldPolicies).of(actor, BusinessRule)
  return !rights || SAID.every((name) => rights.may('read', name))
}

const SAID = [
  'ruleId',
  'ruleName',
  'ruleType',
  'entityType',
  'eventType',
  'conditionExpression',
  'successActions',
  'failureActions',
]
