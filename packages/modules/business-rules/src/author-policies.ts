import { type Context, forbidden } from '@plinth/core'
import { rightsOf } from './field-rights.ts'
import { hidesRows } from './hidden-rows.ts'
import { fieldNamesOf } from './rule-points.ts'

/**
 * Throws 403 if policies hide records or fields of an entity from the author of a rule about it: a rule sees all of them, and tells of
 * them by its messages, mails and webhooks.
 */
export async function assertSeesAll(
  ctx: Pick<Context, 'inject' | 'actor' | 'from'>,
  entityType: string,
): Promise<void> {
  if (hidesRows(ctx, entityType) || (await hidesFields(ctx, entityType)))
    throw forbidden('Policies hide records or fields from you that a rule about them would see')
}

async function hidesFields(ctx: Pick<Context, 'inject' | 'actor'>, entityType: string): Promise<boolean> {
  const rights = rightsOf(ctx, entityType)
  return rights !== undefined && (await fieldNamesOf(ctx, entityType)).some((name) => !rights.may('read', name))
}
