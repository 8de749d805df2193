import { type CommandContext, type Context, sql } from '@plinth/core'
import { inTenant, type RawBuilder, type SqlBool } from '@plinth/core/data'
import { hash } from 'node:crypto'
import { ScimGroup, ScimMember } from '../entities.ts'
import { noResource } from '../errors.ts'
import { serviceAccountOf } from '../principal.ts'
import { isWhole, project, type Projection, returns, toProjection } from '../protocol/projection.ts'
import { GROUP, GROUPS } from '../protocol/schema.ts'
import type { Attributes } from '../protocol/values.ts'
import type { Places } from './filter-columns.ts'
import { MAX_MEMBERS } from './group-changes.ts'
import { locationOf, metaOf } from './meta.ts'
import { conditionOf, countAll, type ListQuery, orderOf, toList } from './page.ts'

/** A group as stored. */
export interface StoredGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  readonly roleId: string | null
  readonly teamId: string | null
  /** Grows with every change, those of members included. */
  readonly revision: number
  /** Changes when a member is deleted, or comes back, which is no change of the group. */
  readonly gone: string
  readonly createdAt: string
  readonly updatedAt: string
}

interface FoundGroup extends StoredGroup {
  /** Null unless they were asked for. */
  readonly members: readonly string[] | null
}

/** The entity tag of a group. It changes with the members, but is told without reading them all. */
export const groupVersion = ({
  id,
  revision,
  gone,
  updatedAt,
}: Pick<StoredGroup, 'id' | 'revision' | 'gone' | 'updatedAt'>) =>
  `W/"${hash('sha256', `${id} ${revision} ${gone} ${updatedAt}`).slice(0, 16)}"`

/** What `gone` is for a group without deleted members. */
export const NOBODY_GONE = '0'

/** A group as its provider gets it. */
export function toGroup(ctx: Pick<Context, 'inject'>, group: FoundGroup, projection: Projection): Attributes {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group
  const resource: Attributes = {
    schemas: [GROUP],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && { members: members.map((value) => ({ value, type: 'User' })) }),
    meta: metaOf(ctx, { type: 'Group', id, createdAt, updatedAt, version: groupVersion(group) }),
  }
  return isWhole(projection) ? resource : project(resource, projection)
}

const columnsOf = ({ scope }: Pick<Context, 'scope'>) =>
  sql`g.id, g."displayName", g."externalId", g."roleId", g."teamId", g.revision, g."createdAt", g."updatedAt",
    ${goneFrom({ scope }, sql`g.id`)} as gone`

const goneFrom = ({ scope }: Pick<Context, 'scope'>, groupId: RawBuilder<unknown>) =>
  sql`(select concat(count(*), ' ' || max(l.deleted_at)) from scim_leavers l where ${inTenant(scope, 'l')} and l.group_id = ${groupId})`

/**
 * Memberships of people whom the provider has deleted are kept, so that they can be restored, and are not shown. Not a join: without
 * statistics, PostgreSQL would read all who have left for each member.
 */
export const isShown = ({ scope }: Pick<Context, 'scope'>, member: string) =>
  sql<SqlBool>`(select l.id from scim_leavers l where ${inTenant(scope, 'l')} and l.id = ${sql.ref(`${member}.id`)}) is null`

const memberIds = (ctx: Pick<Context, 'from' | 'scope'>, projection: Projection) =>
  returns(projection, 'members')
    ? sql`array(select m."userId"::text from ${ctx.from.table(ScimMember, 'm')}
        where m."groupId" = g.id and ${isShown(ctx, 'm')} order by m."userId")`
    : sql`null::text[]`

function placesOf(ctx: Pick<Context, 'from' | 'inject' | 'scope'>): Places {
  const { from } = ctx
  return {
    schema: GROUPS,
    json: null,
    columns: {
      id: { value: sql`g.id`, kind: 'id' },
      displayname: { value: sql`g."displayName"`, kind: 'text', key: sql`g."displayNameKey"` },
      externalid: { value: sql`g."externalId"`, kind: 'exact' },
      'meta.resourcetype': { value: sql`'Group'`, kind: 'text' },
      'meta.created': { value: sql`g."createdAt"::timestamptz`, kind: 'time' },
      'meta.lastmodified': { value: sql`g."updatedAt"::timestamptz`, kind: 'time' },
      'meta.location': { value: sql`${locationOf(ctx, 'Group', '')}::text || g.id`, kind: 'exact' },
    },
    rows: {
      schemas: {
        source: sql`(select ${GROUP}::text as value) as e where true`,
        columns: { value: { value: sql`e.value`, kind: 'text' } },
      },
      members: {
        source: sql`${from.table(ScimMember, 'e')} where e."groupId" = g.id and ${isShown(ctx, 'e')}`,
        columns: { value: { value: sql`e."userId"`, kind: 'id' }, type: { value: sql`'User'`, kind: 'text' } },
      },
    },
  }
}

/**
 * The groups of the provider. A page has fewer groups than asked for if they have too many members together; the next one begins
 * where it ends.
 */
export async function listGroups(ctx: Context, page: ListQuery) {
  const { db, from, actor } = ctx
  const places = placesOf(ctx)
  const projection = toProjection(GROUPS, page)
  const source = sql`from ${from.table(ScimGroup, 'g')}
    where g."serviceAccountId" = ${serviceAccountOf(actor)} and ${conditionOf(page, places)}`
  const order = orderOf(page, places, sql`g."createdAt", g.id`)
  // With those who are not shown, as a bound.
  const size = returns(projection, 'members')
    ? sql`(select count(*)::int from ${from.table(ScimMember, 'm')} where m."groupId" = g.id)`
    : sql`0`
  const { rows: found } = await sql<FoundGroup & { fits: boolean }>`
    select g.*, case when g.fits then ${memberIds(ctx, projection)} end as members from (
      select g.*, g.place = ${page.startIndex} or sum(g.size) over (order by g.place) <= ${2 * MAX_MEMBERS}::int as fits from (
        select ${columnsOf(ctx)}, ${size} as size, row_number() over (order by ${order}) as place ${source}
        order by ${order} limit ${page.count} offset ${page.startIndex - 1}) g) g
    order by g.place`.execute(db)
  const total = await countAll(ctx, { source, page, found: found.length })
  const fitting = found.filter(({ fits }) => fits)
  return toList(
    total,
    page.startIndex,
    fitting.map((group) => toGroup(ctx, group, projection)),
  )
}

/** A group of the provider with its members; null for any other. */
export async function findGroup(
  ctx: Pick<Context, 'db' | 'from' | 'actor' | 'scope'>,
  id: string,
  projection: Projection,
): Promise<FoundGroup | null> {
  const { db, from, actor } = ctx
  const { rows } = await sql<FoundGroup>`select ${columnsOf(ctx)}, ${memberIds(ctx, projection)} as members
    from ${from.table(ScimGroup, 'g')} where g.id = ${id} and g."serviceAccountId" = ${serviceAccountOf(actor)}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The same for a command, without the members: it cannot change until the command ends. Throws 404. */
export async function lockGroup({ from, actor, db, scope }: CommandContext, id: string) {
  const [[row], { rows: found }] = await Promise.all([
    from.lockAll(ScimGroup, { id, serviceAccountId: serviceAccountOf(actor) }),
    sql<{ gone: string }>`select ${goneFrom({ scope }, sql`${id}::uuid`)} as gone`.execute(db),
  ])
  if (!row) throw noResource(id)
  return { row, group: { ...row, gone: found[0]!.gone } satisfies StoredGroup }
}
