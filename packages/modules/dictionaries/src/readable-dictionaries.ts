import { badInput, type CommandContext, type Context, forbidden, notFound, sql } from '@plinth/core'
import { fieldPolicies, notWritable } from '@plinth/core/acl'
import {
  anyOf,
  type Declared,
  type Expression,
  type ExpressionBuilder,
  requireOrganization,
  type Row,
  type SqlBool,
  type StoredRow,
} from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { Dictionary } from './entities.ts'

type Reader = Pick<Context, 'inject' | 'scope' | 'actor' | 'widenScope'>

/**
 * The organizations whose dictionaries the caller reads: those it sees, its home organization, and all that are above one of
 * them. Null for all.
 */
export async function readableOrganizations({ inject, scope, actor }: Reader): Promise<readonly string[] | null> {
  const { tenantId, organizationIds } = scope
  if (organizationIds === null) return null
  const home = actor.homeTenantId === tenantId ? actor.homeOrganizationId : null
  const tree = await inject(organizationTrees).of(tenantId)
  const seen = home === null ? organizationIds : [...organizationIds, home]
  return [...new Set(seen.flatMap((id) => [id, ...tree.ancestors(id)]))]
}

/** Whether row `alias` belongs to one of the organizations or to the whole tenant. */
export function isReadable<A extends string>(
  eb: ExpressionBuilder<{ readonly [K in A]: Row<Dictionary> }, A>,
  alias: A,
  organizations: readonly string[] | null,
): Expression<SqlBool> {
  if (organizations === null) return eb.lit(true)
  const column = `${alias}.organizationId` as never
  return eb.or([eb(column, 'is', null), eb(column, '=', anyOf(organizations) as never)])
}

/** Conditions on entries `alias`, if policies hide dictionaries: their dictionary is visible. */
export const ofVisibleDictionaries = ({ from }: Pick<Context, 'from'>, alias: string) =>
  from.isRestricted(Dictionary)
    ? [
        sql<SqlBool>`exists (select from ${from.table(Dictionary, 'd')} where d.id = ${sql.ref(`${alias}.dictionary_id`)})`,
      ]
    : []

const WHY = 'read inherited dictionaries'

/** A dictionary that the caller may read, inherited ones included; 404 otherwise. */
export async function findReadable(ctx: Reader, id: string): Promise<Row<Dictionary>> {
  const organizations = await readableOrganizations(ctx)
  const row = await ctx.widenScope('organizations', WHY, ({ from }) =>
    from(Dictionary, 'd')
      .selectAll('d')
      .where('d.id', '=', id)
      .where((eb) => isReadable(eb, 'd', organizations))
      .executeTakeFirst(),
  )
  if (!row) throw notFound('Dictionary')
  return row as Row<Dictionary>
}

/**
 * The organization condition of dictionaries that the caller may change: those of the selected organization and, for callers
 * who are not confined to some organizations, those of the whole tenant. Throws 400 if no organization is selected.
 */
function writable({ scope, actor }: Pick<Context, 'scope' | 'actor'>) {
  const organizationId = requireOrganization(scope)
  const isUnconfined = actor.kind === 'system' ? scope.organizationIds === null : actor.allowedOrganizationIds === null
  return { organizationId: isUnconfined ? [organizationId, null] : organizationId }
}

/** A dictionary that the caller may change, locked until the command ends; 404 otherwise. */
export const lockWritable = async (ctx: CommandContext, id: string) =>
  ctx.from.lock(Dictionary, { id, ...writable(ctx) })

/** Like `lockWritable`, but throws 403 for an inherited dictionary, which the caller may only read. */
export async function lockToExtend(ctx: CommandContext, id: string): Promise<StoredRow<Dictionary>> {
  const [found] = await ctx.from.lockAll(Dictionary, { id, ...writable(ctx) })
  if (found) return found
  await findReadable(ctx, id)
  throw forbidden()
}

/** The message for the dictionaries of currencies, which others rely on. */
const CURRENCY = 'The currency dictionary is required and cannot be modified or deleted.'

/** Throws 400 if the dictionary must not be changed. */
export function assertNotRequired({ key, isSystem }: Pick<Dictionary, 'key' | 'isSystem'>, what: string): void {
  if (key === 'currency' || key === 'currencies') throw badInput(CURRENCY)
  if (isSystem) throw badInput(`This dictionary is required and cannot be ${what}.`)
}

/** Throws 403 if field policies withhold a field that a command is told by another name. */
export function assertMayWrite(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  entity: Declared,
  name: string,
): void {
  if (inject(fieldPolicies).of(actor, entity)?.may('write', name) === false) throw notWritable([name])
}
