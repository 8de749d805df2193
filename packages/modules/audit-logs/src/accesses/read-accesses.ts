import { type Context, sql } from '@plinth/core'
import { inTenant, isKey, type RawBuilder } from '@plinth/core/data'
import { type Audience, keyIdOf } from '../audience.ts'

/** Selects entries of the access log, always those of one actor. */
export interface AccessFilter extends Audience {
  readonly actorId: string
  readonly resourceKind?: string | undefined
  readonly accessType?: string | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Where a page starts: after this entry, in list order. */
export interface AccessPosition {
  readonly createdAt: string
  /** The log row, and the position of the record within it. */
  readonly line: string
  readonly place: number
}

/** One record that a response contained. */
export interface AccessRow extends AccessPosition {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string | null
  /** The user, also when an API key acted for them; the key id when the key has no owner. */
  readonly actorId: string
  readonly keyId: string | null
  readonly resourceKind: string
  readonly resourceId: string
  readonly accessType: string
  readonly fields: string[]
  readonly context: Record<string, unknown>
}

/** One page of the access log, newest first. */
export async function readAccesses(
  { db }: Pick<Context, 'db'>,
  filter: AccessFilter,
  { limit, offset = 0, from }: { limit: number; offset?: number; from?: AccessPosition | undefined },
): Promise<readonly AccessRow[]> {
  const after = from
    ? [
        sql`(told.at, told.line) <= (${from.createdAt}::timestamptz, ${from.line}::uuid)`,
        sql`not (told.line = ${from.line}::uuid and told.place <= ${from.place})`,
      ]
    : []
  const most = limit + offset
  const columns = sql`plinth.access_entry_id(told.line, told.place) as id, told.line as line, told.place,
    a.resource_kind as kind, told.resource_id as resource, a.access_type as access, a.actor_id as actor, a.key_id as key,
    a.tenant_id as tenant, a.organization_id as organization, a.fields, told.at as at`
  // Days older than an already full page are never unpacked. The others are unpacked one at a time.
  const { rows } = await sql<StoredAccess>`
    with single as materialized (
      select ${columns}, a.context from ${LINES} where ${all([...who(filter), ...when(filter), ...after])}
      order by told.at desc, told.line desc, told.place limit ${most}),
    full_page as (select min(at) as ends from single having count(*) = ${most}),
    packed as (
      select ${columns}, case when a.context ->> 'path' like '%{id}%'
        then jsonb_set(a.context, '{path}', to_jsonb(replace(a.context ->> 'path', '{id}', told.resource_id))) else a.context end as context
      from ${PACKS} where ${all([...who(filter), ...days(filter), ...when(filter), ...after])}
        and a.day >= coalesce((select (ends at time zone 'UTC')::date from full_page), '-infinity')
        ${from ? sql`and a.day <= ${from.createdAt.slice(0, 10)}::date` : sql``}
      order by a.day desc, told.at desc, told.line desc, told.place limit ${most})
    select * from (select * from single union all select * from packed) a
    order by at desc, line desc, place limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ kind, resource, access, actor, key, tenant, organization, at, ...row }) => ({
    ...row,
    resourceKind: kind,
    resourceId: resource,
    accessType: access,
    actorId: actor,
    keyId: key,
    tenantId: tenant,
    organizationId: organization,
    createdAt: at,
  }))
}

interface StoredAccess extends Pick<AccessRow, 'id' | 'line' | 'place' | 'fields' | 'context'> {
  readonly kind: string
  readonly resource: string
  readonly access: string
  readonly actor: string
  readonly key: string | null
  readonly tenant: string
  readonly organization: string | null
  readonly at: string
}

/**
 * The number of entries: whole days from their daily counts, and record by record only the days in which the filter starts and
 * ends.
 */
export async function countAccesses({ db }: Pick<Context, 'db'>, filter: AccessFilter): Promise<number> {
  const [first, last] = [filter.after?.slice(0, 10), filter.before?.slice(0, 10)]
  const edges = [...new Set([first, last])].filter((day) => day !== undefined)
  const parts = [...wholeDays(filter), ...edges.flatMap((day) => inDay(filter, day))]
  const { rows } = await sql<{ total: number }>`select (${sql.join(
    parts.map((part) => sql`coalesce((${part}), 0)`),
    sql` + `,
  )})::bigint as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Records of all days except those in which the filter starts and ends. Daily counts are kept per person only. */
function wholeDays(filter: AccessFilter): readonly RawBuilder<unknown>[] {
  const within = (day: RawBuilder<unknown>) => all([...who(filter), ...between(filter, day)])
  if (!isKey(filter.actorId)) return [sql`select sum(a.accesses) from plinth.access_days a where ${within(sql`a.day`)}`]
  return [
    sql`select sum(plinth.accessed_records(a)) from plinth.access_packs a where ${within(sql`a.day`)}`,
    sql`select sum(cardinality(plinth.accessed_ids(a))) from plinth.access_log a
      where ${within(sql`(a.created_at at time zone 'UTC')::date`)}`,
  ]
}

function inDay(filter: AccessFilter, day: string): readonly RawBuilder<unknown>[] {
  const start = sql`${`${day}T00:00:00Z`}::timestamptz`
  const conditions = all([...who(filter), ...when(filter)])
  return [
    sql`select count(*) from ${LINES} where ${conditions} and told.at >= ${start} and told.at < ${start} + interval '1 day'`,
    sql`select count(*) from ${PACKS} where ${conditions} and a.day = ${day}::date`,
  ]
}

/** Today's rows, which are not packed yet, expanded to their records. */
const LINES = sql`plinth.access_log a cross join lateral (select a.id as line, a.created_at as at, r.id as resource_id, r.place
  from unnest(plinth.accessed_ids(a)) with ordinality r (id, place)) told`

/** Rows of earlier days, unpacked: each packs the similar accesses of one actor to one resource kind in one day. */
const PACKS = sql`plinth.access_packs a cross join lateral plinth.unpack_accesses(a) told`

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Conditions shared by row and count queries. */
function who({ tenantId, organizationIds, actorId, resourceKind, accessType }: AccessFilter): RawBuilder<unknown>[] {
  return [
    inTenant({ tenantId }, 'a'),
    isKey(actorId) ? sql`a.key_id = ${keyIdOf(actorId)}` : sql`a.actor_id = ${actorId}`,
    ...(organizationIds === null ? [] : [sql`a.organization_id = any (${organizationIds}::uuid[])`]),
    ...(resourceKind === undefined ? [] : [sql`a.resource_kind = ${resourceKind}`]),
    ...(accessType === undefined ? [] : [sql`a.access_type = ${accessType}`]),
  ]
}

function when({ before, after }: AccessFilter): RawBuilder<unknown>[] {
  return [
    ...(before === undefined ? [] : [sql`told.at < ${before}::timestamptz`]),
    ...(after === undefined ? [] : [sql`told.at > ${after}::timestamptz`]),
  ]
}

/** The days that the filter overlaps. */
function days({ before, after }: AccessFilter): RawBuilder<unknown>[] {
  return [
    ...(before === undefined ? [] : [sql`a.day <= ${before.slice(0, 10)}::date`]),
    ...(after === undefined ? [] : [sql`a.day >= ${after.slice(0, 10)}::date`]),
  ]
}

/** The days strictly between those in which the filter starts and ends. */
function between({ before, after }: AccessFilter, day: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    ...(before === undefined ? [] : [sql`${day} < ${before.slice(0, 10)}::date`]),
    ...(after === undefined ? [] : [sql`${day} > ${after.slice(0, 10)}::date`]),
  ]
}
