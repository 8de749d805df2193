import { badInput, type Context, isUuid, notFound, sql } from '@plinth/core'
import { type FieldRights, unknownProperty } from '@plinth/core/acl'
import { operationsOf } from '@plinth/core/http'
import {
  anyOf,
  contains,
  type CustomFields,
  type Expression,
  type FieldParameter,
  isSharedWithCaller,
  orderedOf,
  OWNER,
  readPage,
  recordShares,
  type SearchConditions,
  type SqlBool,
  toCustomFilters,
} from '@plinth/core/data'
import { z } from 'zod'
import { FieldKey } from '../field-config.ts'
import { EntityRecord } from '../entities.ts'
import { fieldsOf } from '../values/custom-value-service.ts'
import { mayRead, readableFields, RECORD, rightsOf } from './custom-records.ts'
import { findCustomEntity, isSystemEntity, type RegisteredEntity } from '../definitions/custom-entities.ts'

/** The parameters that are not filters. */
export const RecordsQuery = z.looseObject({
  entityId: z
    .string()
    .min(1)
    .max(100)
    .meta({
      description:
        'The id of the entity. Further parameters filter by its fields: `size=`, `size_in=` and `size_not=` with several ' +
        'values, and for numbers, dates and times `size_gte=`, `size_gt=`, `size_lte=` and `size_lt=`.',
    }),
  page: z.coerce
    .number()
    .catch(1)
    .transform((page) => Math.min(Math.max(1, Math.trunc(page) || 1), 1_000_000))
    .default(1),
  pageSize: z.coerce
    .number()
    .catch(50)
    .transform((size) => Math.min(Math.max(1, Math.trunc(size) || 50), 100))
    .default(50),
  sortField: z.string().max(110).optional(),
  sortDir: z.string().max(10).optional(),
  withDeleted: z.enum(['true', 'false']).optional(),
  id: z.string().max(100).optional(),
  ids: z.string().max(10_000).optional(),
  all: z.enum(['true', 'false']).optional(),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "Words in `searchable` fields. If the entity has none, a part of the record's title." }),
  ownerId: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Ids of users, separated by commas, if records of the entity have owners.' }),
  shared: z
    .union([z.string().max(10_000), z.array(z.string().max(10_000)).max(50)])
    .optional()
    .meta({
      description: '`me` for what is shared with the caller, unless the entity has a field of this name.',
    }),
})
type RecordsQuery = z.output<typeof RecordsQuery>

/** The parameter for what is shared with the caller, unless the entity has a field of that name. */
const SHARED = 'shared'

const OWN = new Set([
  ...Object.keys(RecordsQuery.shape).filter((name) => name !== SHARED),
  'format',
  'exportScope',
  'full',
  'after',
])

/** Maximum rows with `all=true`, and maximum values: every row has a value for each field. */
const ALL = 1_000
const MAX_CELLS = 200_000

/** A page of records of a custom entity, with all of their fields. */
export async function readRecords(ctx: Context, query: RecordsQuery) {
  const { entityId } = query
  const { from } = ctx
  if (isSystemEntity(ctx, entityId))
    throw badInput('Records are available for custom entities only', {
      code: 'system_entity_records_blocked',
      entityId,
    })
  const registered = await findCustomEntity(ctx, entityId)
  // Records outlive the registration of their entity.
  const isKnown =
    registered ??
    (await from(EntityRecord, 'r').select('r.id').where('r.entityId', '=', entityId).limit(1).executeTakeFirst())
  if (!isKnown) throw notFound('Entity')
  const rights = rightsOf(ctx, entityId)
  const defined = await fieldsOf(ctx, { entityId, organizationId: null })
  const fields = defined && readableFields(defined, rights)
  if (rights) assertReadable(rights, query)
  assertFilters(query, { fields, rights })
  const dir = query.sortDir?.toLowerCase() === 'desc' ? 'desc' : 'asc'
  const key = query.sortField === undefined ? undefined : keyOf(query.sortField)
  const { language, timeZone } = await ctx.locale()
  const sorted = (key !== undefined && fields?.orderOf(key, { row: 'row', language })) || undefined
  const own = ['createdAt', 'updatedAt', ...(registered?.owned ? [OWNER] : [])].find(
    (name) => name === query.sortField,
  ) as 'createdAt' | undefined
  const { search } = query
  const found = search ? await isFoundBy(search, { fields, rights, registered }) : undefined
  const matching = (condition: Expression<SqlBool> | undefined) =>
    from(EntityRecord, 'row')
      .where('row.entityId', '=', entityId)
      .$if(query.withDeleted !== 'true', (all) => all.where('row.deletedAt', 'is', null))
      .where((eb) =>
        eb.and([
          ...toConditions(fields, query, timeZone),
          ...ownConditions(ctx, { query, fields, isOwned: registered?.owned === true }),
          ...(condition ? [condition] : []),
        ]),
      )
  const chosen = matching(found?.shown)
    .select(['row.id', 'row.custom', 'row.organizationId', 'row.ownerId', 'row.updatedAt'])
    .$if(sorted !== undefined, (all) =>
      all.orderBy(sorted!, (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast()),
    )
    .$if(own !== undefined, (all) => all.orderBy(`row.${own!}`, dir))
    .orderBy('row.id', dir)
  const all = Math.min(ALL, Math.floor(MAX_CELLS / (fields?.described.length ?? 1)))
  const page = query.all === 'true' ? { page: 1, pageSize: all } : { page: query.page, pageSize: query.pageSize }
  const count = async () => {
    const counted = matching(found?.counted).select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const isSame = found?.shown === found?.counted
  const [rows, total] = await readPage(chosen, page, isSame ? {} : { total: count })
  const isOwnerShown = registered?.owned === true && (rights?.may('read', OWNER) ?? true)
  const items = await Promise.all(
    rows.map(async (row) => ({
      ...(await toItem(ctx, entityId, { row, rights })),
      ...(isOwnerShown && { [OWNER]: row.ownerId }),
    })),
  )
  return { items, total, ...page, totalPages: Math.ceil(total / page.pageSize) }
}

interface Sought {
  readonly fields: CustomFields | undefined
  readonly rights: FieldRights | undefined
  readonly registered: Pick<RegisteredEntity, 'labelField'> | undefined
}

/** By searchable fields, or by the label if there are none. Throws 400 if the caller may not read what would be searched. */
async function isFoundBy(text: string, { fields, rights, registered }: Sought): Promise<SearchConditions> {
  const found = await fields?.isFoundBy(text, 'row')
  if (found) return found
  if (!mayRead(rights, registered?.labelField ?? 'name')) throw unknownProperty('search')
  return isCalled(text, registered)
}

/** Throws 400 for filters and orders by fields that the caller may not read, or that do not exist. */
function assertReadable(rights: FieldRights, { sortField, ...query }: RecordsQuery): void {
  if (sortField !== undefined && isHidden(rights, keyOf(sortField))) throw unknownProperty('sortField')
  if (rights.may('read', OWNER)) return
  if (sortField === OWNER) throw unknownProperty('sortField')
  if (query[OWNER]) throw unknownProperty(OWNER)
}

const isHidden = (rights: FieldRights, key: string) => FieldKey.safeParse(key).success && !mayRead(rights, key)

/**
 * Throws 400 for comparisons with fields that do not exist, and for any filter by a field that the caller may not read. Other
 * unknown parameters are ignored, as published.
 */
function assertFilters(query: RecordsQuery, { fields, rights }: Pick<Sought, 'fields' | 'rights'>): void {
  for (const { parameter, name } of parametersIn(query)) {
    if (isAboutShares(query, parameter, fields)) continue
    const keys = operationsOf(name).map(({ key }) => key)
    if (keys.some((key) => fields && orderedOf(fields, key) !== undefined)) continue
    if (keys.length > 1 || (rights && keys.some((key) => isHidden(rights, key)))) throw unknownProperty(parameter)
  }
}

const keyOf = (name: string) => name.replace(/^cf[_:]/, '')

const idsIn = (list: readonly string[]) =>
  list
    .map((one) => one.trim())
    .filter(isUuid)
    .slice(0, 200)

const isAboutShares = (query: RecordsQuery, name: string, fields: CustomFields | undefined) =>
  name === SHARED && query[SHARED] === 'me' && !fields?.described.some(({ key }) => key === SHARED)

interface OwnFilters {
  readonly query: RecordsQuery
  readonly fields: CustomFields | undefined
  readonly isOwned: boolean
}

/** Filters that do not depend on fields: by owner, and by what is shared with the caller. */
function ownConditions(ctx: Context, { query, fields, isOwned }: OwnFilters): Expression<SqlBool>[] {
  const owner = query[OWNER]
  const isShared = isAboutShares(query, SHARED, fields)
  return [
    ...(isOwned && owner !== undefined
      ? [sql<boolean>`${sql.ref('row.ownerId')} = ${anyOf(idsIn(owner.split(',')))}`]
      : []),
    ...(isShared && ctx.inject(recordShares) ? [isSharedWithCaller(ctx, RECORD, 'row')] : []),
  ]
}

/** Records whose label contains a text. */
function isCalled(text: string, entity: Pick<RegisteredEntity, 'labelField'> | undefined): SearchConditions {
  const shown = sql<boolean>`row.custom ->> ${entity?.labelField ?? 'name'}::text ilike ${contains(text)}`
  return { shown, counted: shown }
}

interface RecordRow {
  readonly id: string
  readonly ownerId: string | null
  readonly custom: Readonly<Record<string, unknown>>
  readonly organizationId: string | null
  readonly updatedAt: string
}

/** A record with a property for each of its fields that the caller may read; null for a field that was never set. */
async function toItem(
  ctx: Context,
  entityId: string,
  { row, rights }: { readonly row: RecordRow; readonly rights: FieldRights | undefined },
) {
  const { id, custom, organizationId, updatedAt } = row
  const defined = await fieldsOf(ctx, { entityId, organizationId })
  const fields = defined && readableFields(defined, rights)
  const values = fields?.show(custom) ?? {}
  const shown = fields?.described.map(({ key }) => [key, values[key] ?? null] as const) ?? []
  return { ...Object.fromEntries(shown), id, updatedAt }
}

/** The conditions of parameters: ids, and the values of fields. */
function toConditions(fields: CustomFields | undefined, query: RecordsQuery, timeZone: string): Expression<SqlBool>[] {
  const { id, ids } = query
  const named = [...(id === undefined ? [] : [[id]]), ...(ids === undefined ? [] : [ids.split(',')])]
  const filters = toCustomFilters(parametersIn(query), (key) => fields && orderedOf(fields, key))
  return [
    ...named.map((list) => sql<boolean>`row.id = ${anyOf(idsIn(list))}`),
    ...filters.flatMap((filter) => fields?.isMatch(filter, { row: 'row', timeZone }) ?? []),
  ]
}

/** The parameters that may be about fields. Without a prefix, they have several values, as published. */
const parametersIn = (query: RecordsQuery): readonly FieldParameter[] =>
  Object.entries(query)
    .filter(([name, value]) => !OWN.has(name) && value !== undefined)
    .map(([parameter, value]) => {
      const name = keyOf(parameter)
      return { parameter, name, value: String(value), isList: name === parameter }
    })
