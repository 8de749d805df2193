import { createHash } from 'node:crypto'
import { badInput, composition, type Context, defineCache, forbidden, MIB, sql } from '@plinth/core'
import { fieldPolicies, hasAccess } from '@plinth/core/acl'
import {
  CUSTOM_PREFIX,
  type CustomFields,
  type CustomRecords,
  customValues,
  type Declared,
  type Extension,
  findCustomRecords,
  findExtensions,
  kindOfEntity,
  rowsTag,
} from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { analytics, type AnalyticsEntity } from '@plinth/points'
import { toDataView } from './to-data-view.ts'
import type { DataRequest, DataView } from './request.ts'
import { type DataStatement, type DataSums, toStatement } from './statement.ts'

/** Results, cached for two minutes. Writes to the rows invalidate them immediately. */
export const sums = defineCache<DataView>('dashboards.sums', { bytes: 16 * MIB, ttl: 120_000 })

/** A request that has been checked and compiled, but not run yet. */
export interface CompiledRequest {
  /** The cache key: everything the result depends on. */
  readonly key: string
  readonly tag: string
  /**
   * Whether the result is cached. It is not if row policies or the module restrict the rows: which ones are left also depends on shares,
   * on the time, and on rows of other tables.
   */
  readonly isCached: boolean
  /** Whether rows are left out that the caller may see, because there are too many to decide on. */
  readonly isPartial: boolean
  readonly statement: DataStatement
  readonly request: DataRequest
}

/** Checks and compiles a request. Throws 400 for anything that is not offered, 403 for rows that the caller may not see. */
export async function compileRequest(
  ctx: Pick<Context, 'actor' | 'scope' | 'inject' | 'now' | 'db' | 'from' | 'locale'>,
  request: DataRequest,
): Promise<CompiledRequest> {
  const declared = await findEntity(ctx, request.entityType)
  if (!hasAccess(ctx.actor, declared.features)) throw forbidden()
  const { scope } = ctx
  const locale = await ctx.locale()
  const custom = await customFieldsOf(ctx, declared, request)
  const entity = { timeZone: locale.timeZone, ...readable(ctx, declared, custom) }
  const newest = await entity.newest?.(ctx)
  const permitted = [...permittedIn(ctx, entity), ...(newest?.conditions ?? [])]
  const isPartial = newest?.isPartial === true
  const statement = toStatement(entity, request, { scope, now: ctx.now(), locale, permitted })
  const compiled = statement.sql.compile(ctx.db)
  const named = [
    [request.groupBy, statement.group],
    [request.splitBy, statement.split],
  ] as const
  // What keys are called is no part of the statement.
  const labels = named.map(([by, of]) => (by?.resolveLabels ? [...(of?.options ?? [])] : null))
  const { actor } = ctx
  const viewer = actor.layers ? [actor.id, actor.roles, actor.layers] : null
  const parts = [scope.tenantId, scope.organizationIds, viewer, labels, compiled.sql, compiled.parameters]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
  return {
    key,
    tag: rowsTag(scope.tenantId, entity.table),
    isCached: permitted.length === 0,
    isPartial,
    statement,
    request,
  }
}

/** The result, from the cache unless rows have been written since. */
export async function sumUp(ctx: Context, prepared: CompiledRequest): Promise<DataView> {
  const { key, tag, isCached } = prepared
  const read = async () => {
    await limitTime(ctx)
    return { value: await runRequest(ctx, prepared), tags: [tag] }
  }
  return isCached ? ctx.cached(sums, key, read) : (await read()).value
}

/** Runs the request against the database. */
export async function runRequest(ctx: Context, { statement, request, isPartial }: CompiledRequest): Promise<DataView> {
  const { rows } = await statement.sql.execute(ctx.db)
  return toDataView(ctx, { summed: rows[0] as DataSums, statement, request, isPartial })
}

/** Maximum time of a statement, in milliseconds. */
export const STATEMENT_TIME = 5_000

/** Sets a time limit for statements of this unit of work, in milliseconds. Exceeding it is answered with 503. */
export async function limitTime({ db }: Pick<Context, 'db'>, most = STATEMENT_TIME): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(most)}, true)`.execute(db)
}

/** The entities that the caller has the features of, with the fields that they may read: those of modules, and custom entities. */
export async function readableEntities(
  ctx: Pick<Context, 'inject' | 'actor'>,
): Promise<readonly (AnalyticsEntity & { readonly label?: string; readonly labels?: ReadonlyMap<string, string> })[]> {
  const { modules } = ctx.inject(composition)
  const declared = analytics
    .from(modules)
    .flatMap(({ value }) => (hasAccess(ctx.actor, value.features) ? [readable(ctx, value, undefined)] : []))
  const records = findCustomRecords(modules)
  if (!records || !hasAccess(ctx.actor, records.read)) return declared
  const service = ctx.inject(customValues)
  const custom = []
  for (const { entityId, label } of (await service?.entities()) ?? []) {
    const fields = await service!.fields({ entityId, organizationId: null })
    custom.push({
      ...readable(ctx, withCustomFields(entityOf(records, entityId), fields), undefined),
      label,
      labels: labelsOf(fields),
    })
  }
  return [...declared, ...custom]
}

/** Records of a custom entity. */
const entityOf = (records: CustomRecords, entityId: string): AnalyticsEntity => ({
  id: entityId,
  features: records.read,
  table: tableOf(records.entity)!,
  only: { deleted_at: null, entity_id: entityId },
  fields: {
    id: { column: 'id', type: 'uuid' },
    createdAt: { column: 'created_at', type: 'time' },
    updatedAt: { column: 'updated_at', type: 'time' },
  },
})

/** An entity with those of its custom fields that can be counted, grouped or summed up, for lists of what there is. */
function withCustomFields(entity: AnalyticsEntity, custom: CustomFields | undefined): AnalyticsEntity {
  const named = (custom?.described ?? []).flatMap(({ key, kind }) => {
    const column = kind === 'relation' || kind === 'attachment' ? undefined : custom!.columnOf(key, ANYWHERE)
    return column ? [[CUSTOM_PREFIX + key, { column: CUSTOM_PREFIX + key, type: column.type }] as const] : []
  })
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(named) } }
}

const ANYWHERE = { row: 't', timeZone: 'UTC' }

const labelsOf = (custom: CustomFields | undefined): ReadonlyMap<string, string> =>
  new Map((custom?.described ?? []).map(({ key, label }) => [CUSTOM_PREFIX + key, label]))

/** The fields of an entity that the caller may read. Others are unknown, as ones that do not exist. */
function readable(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  entity: AnalyticsEntity,
  custom: CustomFields | undefined,
) {
  const policies = inject(fieldPolicies)
  if (!policies.restricts(actor)) return { ...entity, custom }
  const kind = kindOf({ inject }, entity)
  const mayRead = (column: string) =>
    kind === undefined
      ? policies.mayReadColumn(actor, entity.table, column)
      : policies.mayCompare(actor, kind, { table: entity.table, column })
  const shown = Object.entries(entity.fields).filter(([, { column }]) => mayRead(column))
  const names = new Set(shown.map(([name]) => name))
  // Nobody could tell what an amount in a hidden currency is, and its sums would tell which currencies there are.
  const fields = Object.fromEntries(
    shown.map(([name, { currency, ...field }]) => {
      if (currency === undefined) return [name, field]
      return [name, names.has(currency) ? { ...field, currency } : { ...field, aggregates: ['count' as const] }]
    }),
  )
  const columnOf: CustomFields['columnOf'] = (key, options) =>
    mayRead(CUSTOM_PREFIX + key) ? custom?.columnOf(key, options) : undefined
  return { ...entity, fields, custom: custom && { ...custom, columnOf } }
}

/** The custom fields of the rows, if the request names any. */
async function customFieldsOf(
  { inject }: Pick<Context, 'inject'>,
  { table, only }: AnalyticsEntity,
  { metric, groupBy, splitBy, filters, dateRange }: DataRequest,
): Promise<CustomFields | undefined> {
  const named = [metric, groupBy, splitBy, dateRange, ...filters]
  if (!named.some((one) => one?.field.startsWith(CUSTOM_PREFIX))) return undefined
  const extensions = [...findExtensions(inject(composition).modules).values()]
  const extension = extensions.find(({ entity }) => tableOf(entity) === table)
  const own = only?.['entity_id']
  const entityId = extension?.entityId ?? (isOfRecords({ inject }, table) ? String(own) : undefined)
  return entityId === undefined ? undefined : inject(customValues)?.fields({ entityId, organizationId: null })
}

const isOfRecords = ({ inject }: Pick<Context, 'inject'>, table: string) => {
  const records = findCustomRecords(inject(composition).modules)
  return records !== undefined && tableOf(records.entity) === table
}

/** The kind of resource of a custom entity; undefined for entities of modules. */
function kindOf(ctx: Pick<Context, 'inject'>, { id, table }: AnalyticsEntity): string | undefined {
  const records = findCustomRecords(ctx.inject(composition).modules)
  return records && tableOf(records.entity) === table ? kindOfEntity(records, id) : undefined
}

/** The conditions of the caller's row policies, and of the module, on the rows of an entity `t`. */
function permittedIn(ctx: Pick<Context, 'from' | 'inject' | 'actor'>, { table, visible }: AnalyticsEntity) {
  const { from, inject } = ctx
  const entities = inject(composition).modules.flatMap((module) => (module.entities ?? []) as readonly Declared[])
  const restricted = entities.filter((entity) => tableOf(entity) === table && from.isRestricted(entity))
  return [...restricted.map((entity) => from.isVisible(entity, 't')), ...(visible?.(ctx) ?? [])]
}

const tableOf = (entity: Extension['entity']) =>
  (entity as { readonly meta?: { readonly tableName?: string } }).meta?.tableName

async function findEntity({ inject }: Pick<Context, 'inject'>, id: string): Promise<AnalyticsEntity> {
  const { modules } = inject(composition)
  const names = entityNames(modules, id)
  const entities = analytics.from(modules).map(({ value }) => value)
  const entity = entities.find((candidate) => candidate.id === id || names.includes(candidate.id))
  // Error messages use the name given in the request.
  if (entity) return entity.id === id ? entity : { ...entity, id }
  const records = findCustomRecords(modules)
  if (records && (await inject(customValues)?.hasEntity(id))) return entityOf(records, id)
  throw badInput(`Invalid entity type: ${id}`)
}
