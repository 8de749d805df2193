import { type Context, sql } from '@plinth/core'
import { anyOf, CUSTOM_PREFIX, customValues, hasProperty } from '@plinth/core/data'
import { fieldsOf } from '../targets/fields.ts'
import { isReadable, type Target } from '../targets/target.ts'
import type { Import } from '../entities.ts'
import { isRecordOf } from './find-records.ts'

/** The fields that say what a record is called, the best one first. */
const NAMES = ['name', 'title', 'label', 'displayName', 'fullName', 'email', 'code', 'sku']

/** Maximum characters of a label. */
const CHARACTERS = 200

/**
 * What records are called, by id: null for those without a name, and for those whose name the caller may not read. Records that the
 * caller cannot see are not among them.
 */
export async function findLabels(
  ctx: Context,
  target: Target,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0 || !isReadable(ctx, target)) return new Map()
  const label = await labelOf(ctx, target)
  const rows = await ctx
    .from(target.entity as typeof Import, 'r')
    .select('r.id')
    .select((label ? sql<string | null>`left(${label}, ${CHARACTERS})` : sql<null>`null`).as('label'))
    .where(isRecordOf(target))
    .where('r.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, label: text }) => [id, text]))
}

/** The column with the name of a record; undefined if there is none that the caller may read. */
async function labelOf(ctx: Context, target: Target) {
  const fields = (await fieldsOf(ctx, target)).filter(({ kind, isList }) => kind === 'text' && !isList)
  const isNamed = (wanted: string) => (field: { readonly name: string }) =>
    field.name === wanted || field.name === `${CUSTOM_PREFIX}${wanted}`
  const named = NAMES.flatMap((name) => fields.find(isNamed(name)) ?? [])
  const field = [...named, ...fields.filter(({ isRequired }) => isRequired)].find(
    ({ name }) => name.startsWith(CUSTOM_PREFIX) || hasProperty(target.entity, name),
  )
  if (!field?.name.startsWith(CUSTOM_PREFIX)) return field && sql`${sql.ref(`r.${field.name}`)}::text`
  const { scope, actor, inject } = ctx
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  const custom = await inject(customValues)?.fields({ entityId: target.extension ?? '', organizationId })
  const column = custom?.columnOf(field.name.slice(CUSTOM_PREFIX.length), { row: 'r', timeZone: 'UTC' })
  return column && sql`(${column.value})::text`
}
