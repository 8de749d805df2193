import { composition, type Context, forbidden } from '@plinth/core'
import { decidingFields } from '@plinth/core/acl'
import { CUSTOM_PREFIX, findExtensions } from '@plinth/core/data'
import { type Action, fieldsUsed } from '@plinth/core/rules'
import { rightsOf } from './field-rights.ts'
import { hidesRows } from './hidden-rows.ts'
import { canonicalName, fieldNamesOf } from './rule-points.ts'

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

/** A rule, as far as it sets fields. */
interface Setting {
  readonly entityType: string
  readonly successActions?: readonly Action[] | null | undefined
  readonly failureActions?: readonly Action[] | null | undefined
}

/**
 * Throws 403 if policies restrict the author of a rule that sets values of accounts by which row policies decide: it would set them
 * when somebody saves an account who may change them.
 */
export async function assertSetsNothingDeciding(
  ctx: Pick<Context, 'inject' | 'actor'>,
  ...rules: readonly Setting[]
): Promise<void> {
  const { actor, inject } = ctx
  if (!actor.layers || actor.isSuperAdmin || actor.kind === 'system') return
  const extensions = [...findExtensions(inject(composition).modules).values()]
  const accounts = extensions.find(({ rows }) => rows === 'accounts')?.entityId
  const names = rules.filter(({ entityType }) => canonicalName(ctx, entityType) === accounts).flatMap(namesSet)
  if (names.length === 0) return
  const deciding = await inject(decidingFields)()
  if (names.some((name) => name.startsWith(CUSTOM_PREFIX) && deciding.has(name.slice(CUSTOM_PREFIX.length))))
    throw forbidden('Policies restrict you, so your rules cannot set values of accounts by which row policies decide.')
}

/** The fields that a rule sets, without what it sets them to. */
function namesSet({ successActions, failureActions }: Setting): readonly string[] {
  const setting = [...(successActions ?? []), ...(failureActions ?? [])].filter(({ type }) => type === 'SET_FIELD')
  const paths = fieldsUsed(setting.map(({ type, config }) => ({ type, config: { field: config?.['field'] } })))
  return paths.map((path) => path.split('.')[0]!)
}
