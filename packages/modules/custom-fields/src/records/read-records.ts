import { badInput, type Context, isUuid, notFound, sql } from '@plinth/core'
import {
  anyOf,
  contains,
  type CustomFields,
  type Expression,
  readPage,
  type SearchConditions,
  type SqlBool,
} from '@plinth/core/data'
import { z } from 'zod'
import { FieldKey } from '../field-config.ts'
import { EntityRecord } from '../entities.ts'
import { fieldsOf } from '../values/custom-value-service.ts'
import { findCustomEntity, isSystemEntity, type RegisteredEntity } from '../definitions/custom-entities.ts'

/** The parameters that are not filters. */
export const RecordsQuery = z.looseObject({
  entityId: z.string().min(1).max(100),
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
})
type RecordsQuery = z.output<typeof RecordsQuery>

const OWN = new Set([...Object.keys(RecordsQuery.shape), 'format', 'exportScope', 'full', 'after'])

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
  const fields = await fieldsOf(ctx, { entityId, organizationId: null })
  const dir = query.sortDir?.toLowerCase() === 'desc' ? 'desc' : 'asc'
  const key = query.sortField?.replace(/^cf[_:]/, '')
  const { language } = await ctx.locale()
  const sorted = (key !== undefined && fields?.orderOf(key, { row: 'row', language })) || undefined
  const own = ['createdAt', 'updatedAt'].find((name) => name === query.sortField) as 'createdAt' | undefined
  const { search } = query
  const found = search ? ((await fields?.isFoundBy(search, 'row')) ?? isCalled(search, registered)) : undefined
  const matching = (condition: Expression<SqlBool> | undefined) =>
    from(EntityRecord, 'row')
      .where('row.entityId', '=', entityId)
      .$if(query.withDeleted !== 'true', (all) => all.where('row.deletedAt', 'is', null))
      .where((eb) => eb.and([...toConditions(fields, query), ...(condition ? [condition] : [])]))
  const chosen = matching(found?.shown)
    .select(['row.id', 'row.custom', 'row.organizationId', 'row.updatedAt'])
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
  const items = await Promise.all(rows.map((row) => toItem(ctx, entityId, row)))
  return { items, total, ...page, totalPages: Math.ceil(total / page.pageSize) }
}

/** Records whose label contains a text. */
function isCalled(text: string, entity: Pick<RegisteredEntity, 'labelField'> | undefined): SearchConditions {
  const shown = sql<boolean>`row.custom ->> ${entity?.labelField ?? 'name'}::text ilike ${contains(text)}`
  return { shown, counted: shown }
}

interface RecordRow {
  readonly id: string
  readonly custom: Readonly<Record<string, unknown>>
  readonly organizationId: string | null
  readonly updatedAt: string
}

/** A record with a property for each of its fields; null for a field that was never set. */
async function toItem(ctx: Context, entityId: string, { id, custom, organizationId, updatedAt }: RecordRow) {
  const fields = await fieldsOf(ctx, { entityId, organizationId })
  const values = fields?.show(custom) ?? {}
  const shown = fields?.described.map(({ key }) => [key, values[key] ?? null] as const) ?? []
  return { ...Object.fromEntries(shown), id, updatedAt }
}

/** Maximum filters per request, and maximum values per filter. */
const MAX_FILTERS = 20
const MAX_VALUES = 50

function toConditions(fields: CustomFields | undefined, query: RecordsQuery): Expression<SqlBool>[] {
  const { id, ids } = query
  const named = [id === undefined ? [] : [id], ids === undefined ? [] : [ids.split(',')]].map((list) => list.flat())
  const asked = Object.entries(query).filter(([name]) => !OWN.has(name))
  if (asked.length > MAX_FILTERS) throw badInput(`Records can be filtered by at most ${MAX_FILTERS} fields`)
  return [
    ...named
      .filter((_, index) => (index === 0 ? id !== undefined : ids !== undefined))
      .map(
        (list) =>
          sql<boolean>`row.id = ${anyOf(
            list
              .map((one) => one.trim())
              .filter(isUuid)
              .slice(0, 200),
          )}`,
      ),
    ...asked.flatMap(([name, value]) => {
      const bare = name.replace(/^cf[_:]/, '')
      const isList = bare.endsWith('In') && !FieldKey.safeParse(bare).success
      const values =
        isList || bare === name
          ? String(value)
              .split(',')
              .map((one) => one.trim())
          : [String(value)]
      if (values.length > MAX_VALUES) throw badInput(`\`${name}\` can have at most ${MAX_VALUES} values`)
      return fields?.isAnyOf(isList ? bare.slice(0, -2) : bare, values, 'row') ?? []
    }),
  ]
}
