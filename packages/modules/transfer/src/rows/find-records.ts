import { type CommandContext, type Context, sql } from '@plinth/core'
import { anyOf, CUSTOM_PREFIX, customValues, hasProperty, type RawBuilder, type SqlBool } from '@plinth/core/data'
import { ExternalId, type Import } from '../entities.ts'
import type { RecordKind } from '../targets/target.ts'
import { isId } from '../targets/fields.ts'

/** A record that was found. */
export interface FoundRecord {
  readonly id: string
  readonly updatedAt: string
}

/** The records that each name stands for: none, one, or several. */
export type FoundRecords = ReadonlyMap<string, readonly FoundRecord[]>

/** How records are found. */
export type Finder =
  | { readonly by: 'id' }
  | { readonly by: 'field'; readonly name: string }
  | { readonly by: 'externalId'; readonly source: string }

type Reader = Pick<Context, 'from' | 'inject' | 'scope' | 'actor'>

/** Finds records of a target that the caller can see, in one statement. */
export async function findRecords(
  ctx: Reader,
  target: RecordKind,
  { names, finder }: { readonly names: readonly string[]; readonly finder: Finder },
): Promise<FoundRecords> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const named = await findNamed(ctx, target, { wanted, finder })
  const found = new Map<string, FoundRecord[]>()
  for (const { name, id, updatedAt } of named) {
    const others = found.get(name)
    if (others) others.push({ id, updatedAt })
    else found.set(name, [{ id, updatedAt }])
  }
  return found
}

/**
 * Locks the records that names stand for, in the order of their ids, until the command ends. Whoever reads them then, and changes them
 * later, is not disturbed by others, however many records there are.
 */
export async function lockRecords(
  ctx: Reader,
  target: RecordKind,
  { names, finder }: { readonly names: readonly string[]; readonly finder: Finder },
): Promise<void> {
  if (names.length > 0) await findNamed(ctx, target, { wanted: [...new Set(names)], finder, isLocked: true })
}

interface NamedRecord extends FoundRecord {
  readonly name: string
}

interface WantedNames {
  readonly wanted: readonly string[]
  readonly finder: Finder
  readonly isLocked?: boolean
}

async function findNamed(
  ctx: Reader,
  target: RecordKind,
  { wanted, finder, isLocked = false }: WantedNames,
): Promise<readonly NamedRecord[]> {
  const rows = rowsOf(ctx, target)
    .select(['r.id', 'r.updatedAt'])
    .where(target.isVisible?.(ctx) ?? sql<SqlBool>`true`)
    .$if(isLocked, (found) => found.orderBy('r.id').forNoKeyUpdate('r'))
  if (finder.by === 'id' || (finder.by === 'field' && finder.name === 'id')) {
    const ids = wanted.filter(isId)
    return rows
      .select(sql<string>`r.id::text`.as('name'))
      .where('r.id', '=', anyOf(ids))
      .execute()
  }
  if (finder.by === 'externalId')
    return rows
      .innerJoin(ctx.from.table(ExternalId, 'x'), (join) =>
        join.onRef('x.recordId', '=', 'r.id').onRef('x.tenantId', '=', 'r.tenantId'),
      )
      .select('x.externalId as name')
      .where('x.source', '=', finder.source)
      .where('x.kind', '=', target.id)
      .where('x.externalId', '=', anyOf(wanted, 'text'))
      .execute()
  if (finder.name.startsWith(CUSTOM_PREFIX))
    return findByCustomField(ctx, target, { wanted, name: finder.name, isLocked })
  const column = sql.ref(`r.${target.keys?.[finder.name] ?? finder.name}`)
  return rows
    .select(sql<string>`${column}::text`.as('name'))
    .where(sql<boolean>`${column}::text = ${anyOf(wanted, 'text')}`)
    .execute()
}

/** One field of customers, by the condition that lists use. */
async function findByCustomField(
  ctx: Reader,
  target: RecordKind,
  { wanted, name, isLocked }: { readonly wanted: readonly string[]; readonly name: string; readonly isLocked: boolean },
): Promise<readonly NamedRecord[]> {
  const organizationId = ctx.scope.organizationId ?? ctx.actor.homeOrganizationId
  const fields = await ctx.inject(customValues)?.fields({ entityId: target.extension ?? '', organizationId })
  const key = name.slice(CUSTOM_PREFIX.length)
  const condition = fields?.isMatch({ key, anyOf: wanted }, { row: 'r', timeZone: 'UTC' })
  if (!condition) return []
  const rows = await rowsOf(ctx, target)
    .select(['r.id', 'r.updatedAt'])
    .select(sql<string>`${sql.ref('r.custom')} ->> ${key}`.as('name'))
    .where(condition)
    .$if(isLocked, (found) => found.orderBy('r.id').forNoKeyUpdate('r'))
    .execute()
  const isTime = fields?.described.some((one) => one.key === key && one.kind === 'datetime')
  return isTime ? rows.map((row) => ({ ...row, name: toInstant(row.name) })) : rows
}

/** A time as cells are converted to it; it is stored as it was sent, and without an offset it is UTC. */
const toInstant = (stored: string): string =>
  new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(stored) ? stored : `${stored}Z`).toISOString()

/** Stored values of records, by id and name. */
export async function readValues(
  ctx: Reader,
  target: RecordKind,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  if (ids.length === 0 || names.length === 0) return new Map()
  const rows = await rowsOf(ctx, target)
    .select(['r.id', ...(names.map((name) => `r.${name}`) as 'r.name'[])])
    .where('r.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of these records of a target exist in the tenant, visible or not. */
export async function findHidden(
  ctx: Pick<CommandContext, 'widenScope' | 'inject' | 'scope' | 'actor'>,
  target: RecordKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.widenScope('tenant', 'tell records beyond the scope from deleted ones', ({ from }) =>
    rowsOf({ from }, target).select('r.id').where('r.id', '=', anyOf(ids)).execute(),
  )
  return new Set(rows.map(({ id }) => id))
}

/** The records of a target that the caller can see, typed as any entity. */
function rowsOf({ from }: Pick<Reader, 'from'>, target: RecordKind) {
  return from(target.entity as typeof Import, 'r').where(isRecordOf(target))
}

/** Whether row `r` of the target's entity is a record of the target. Deleted rows that are kept are not. */
export function isRecordOf({ entity, recordsOf }: RecordKind): RawBuilder<SqlBool> {
  const isOfKind = recordsOf === undefined ? sql`true` : sql`${sql.ref('r.entityId')} = ${recordsOf}`
  const isThere = hasProperty(entity, 'deletedAt') ? sql`${sql.ref('r.deletedAt')} is null` : sql`true`
  return sql<SqlBool>`${isOfKind} and ${isThere}`
}
