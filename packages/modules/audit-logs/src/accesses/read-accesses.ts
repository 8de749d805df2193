import { type Context, sql } from '@plinth/core'
import { type Audience, isKey, keyIdOf } from '../audience.ts'

/** Which entries of the access log are asked for. It is never everybody's. */
export interface AccessFilter extends Audience {
  readonly actorId: string
  readonly resourceKind?: string | undefined
  readonly accessType?: string | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Where a page begins: after this entry, in the order of the list. */
export interface AccessPosition {
  readonly createdAt: string
  /** The line, and the place of the record among its records. */
  readonly line: string
  readonly place: number
}

/** One record that an answer told. */
export interface AccessRow extends AccessPosition {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string | null
  /** The user, also behind a key; the key where nobody is. */
  readonly actorId: string
  readonly keyId: string | null
  readonly resourceKind: string
  readonly resourceId: string
  readonly accessType: string
  readonly fields: string[]
  readonly context: Record<string, unknown>
}

type Reading = Pick<Context, 'db'>
type Condition = ReturnType<typeof sql>

/** One page of the access log, the newest first. */
export async function readAccesses(
  { db }: Reading,
  filter: AccessFilter,
  { limit, offset = 0, from }: { limit: number; offset?: number; from?: AccessPosition | undefined },
): Promise<readonly AccessRow[]> {
  const after = from
    ? [
        sql`(a.created_at, a.id) <= (${from.createdAt}::timestamptz, ${from.line}::uuid)`,
        sql`not (a.id = ${from.line}::uuid and told.place <= ${from.place})`,
      ]
    : []
  const { rows } = await sql<AccessRow>`
    select plinth.access_entry_id(a.id, told.place) as id, a.id as line, told.place, a.resource_kind as "resourceKind",
      told.id as "resourceId", a.access_type as "accessType", a.actor_id as "actorId", a.key_id as "keyId",
      a.tenant_id as "tenantId", a.organization_id as "organizationId", a.fields, a.context, a.created_at as "createdAt"
    from plinth.access_log a, unnest(plinth.accessed_ids(a)) with ordinality told (id, place)
    where ${all([...who(filter), ...when(filter), ...after])}
    order by a.created_at desc, a.id desc, told.place limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many entries there are: whole days from their counts, and row by row only the days in which the filter begins and ends. */
export async function countAccesses({ db }: Reading, filter: AccessFilter): Promise<number> {
  const { before, after } = filter
  // The counts of days know people only.
  if (isKey(filter.actorId)) return countRows({ db }, filter)
  const [first, last] = [after?.slice(0, 10), before?.slice(0, 10)]
  const between = [
    ...(first === undefined ? [] : [sql`a.day > ${first}::date`]),
    ...(last === undefined ? [] : [sql`a.day < ${last}::date`]),
  ]
  const edges = [...new Set([first, last])].filter((day) => day !== undefined)
  const inEdges = edges.map((day) => {
    const start = sql`${`${day}T00:00:00Z`}::timestamptz`
    return sql`(select ${RECORDS} from plinth.access_log a
      where ${all([...who(filter), ...when(filter)])} and a.created_at >= ${start} and a.created_at < ${start} + interval '1 day')`
  })
  const { rows } = await sql<{ total: number }>`select (${sql.join(
    [
      sql`(select coalesce(sum(a.accesses), 0) from plinth.access_days a where ${all([...who(filter), ...between])})`,
      ...inEdges,
    ],
    sql` + `,
  )})::bigint as total`.execute(db)
  return rows[0]?.total ?? 0
}

async function countRows({ db }: Reading, filter: AccessFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${RECORDS} as total from plinth.access_log a
    where ${all([...who(filter), ...when(filter)])}`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many records lines are about. */
const RECORDS = sql`coalesce(sum(cardinality(plinth.accessed_ids(a))), 0)::bigint`

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)

/** What rows and counts have in common. */
function who({ tenantId, organizationIds, actorId, resourceKind, accessType }: AccessFilter): Condition[] {
  return [
    sql`a.tenant_id = ${tenantId}`,
    isKey(actorId) ? sql`a.key_id = ${keyIdOf(actorId)}` : sql`a.actor_id = ${actorId}`,
    ...(organizationIds === null ? [] : [sql`a.organization_id = any (${organizationIds}::uuid[])`]),
    ...(resourceKind === undefined ? [] : [sql`a.resource_kind = ${resourceKind}`]),
    ...(accessType === undefined ? [] : [sql`a.access_type = ${accessType}`]),
  ]
}

function when({ before, after }: AccessFilter): Condition[] {
  return [
    ...(before === undefined ? [] : [sql`a.created_at < ${before}::timestamptz`]),
    ...(after === undefined ? [] : [sql`a.created_at > ${after}::timestamptz`]),
  ]
}
