import { composition, type Context, forbidden } from '@plinth/core'
import { fieldPolicies, type FieldRights } from '@plinth/core/acl'
import { findRulePoint } from '@plinth/core/rules'
import { fieldNamesOf } from './rule-points.ts'

/** What field policies let the caller read of an entity type; undefined for all of it. */
export function fieldRightsOf(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  entityType: string,
): FieldRights | undefined {
  const policies = inject(fieldPolicies)
  if (!policies.restricts(actor)) return undefined
  const point = findRulePoint(inject(composition).modules, entityType)
  const named = point?.entity && policies.of(actor, point.entity)
  return named ?? policies.ofKind(actor, entityType.replace(':', '.'))
}

/**
 * Throws 403 if policies hide records or fields of an entity from the author of a rule about it: a rule sees all of them, and tells of
 * them by its messages, mails and webhooks.
 */
export async function assertSeesAll(
  ctx: Pick<Context, 'inject' | 'actor' | 'from'>,
  entityType: string,
): Promise<void> {
  const entity = findRulePoint(ctx.inject(composition).modules, entityType)?.entity
  const rights = fieldRightsOf(ctx, entityType)
  const isHidden = rights && (await fieldNamesOf(ctx, entityType)).some((name) => !rights.may('read', name))
  if (isHidden || (entity && ctx.from.isRestricted(entity)))
    throw forbidden('Policies hide records or fields from you that a rule about them would see')
}
