import { User } from '@plinth/auth'
import { type CommandContext, type Context, sql } from '@plinth/core'
import type { StoredRow } from '@plinth/core/data'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { serviceAccountOf } from '../principal.ts'
import { isWhole, project, type Projection, returns, toProjection } from '../protocol/projection.ts'
import { USER, USERS } from '../protocol/schema.ts'
import type { Attributes } from '../protocol/values.ts'
import { parseFilter } from '../protocol/parse-filter.ts'
import { findAdoptable, lookedUp } from './adoption.ts'
import type { Column, Places, Rows } from './filter-columns.ts'
import { locationOf, metaOf } from './meta.ts'
import { conditionOf, countAll, type ListQuery, orderOf, toList } from './page.ts'
import { contentOf, type StoredUser, type UserGroup, versionOf } from './user-content.ts'

export interface FoundUser extends StoredUser {
  /** Null if nothing that is answered depends on them. */
  readonly groups: readonly UserGroup[] | null
}

/** A person and what is returned of them. */
export interface ReadUser {
  readonly resource: Attributes
  readonly version: string
}

/** A person as their provider gets them. */
export function toUser(ctx: Pick<Context, 'inject'>, user: FoundUser, projection: Projection): ReadUser {
  const content = contentOf(user)
  const { userId: id, createdAt, updatedAt, groups } = user
  const version = versionOf(id, content, groups ?? [])
  const resource: Attributes = {
    schemas: [USER],
    id,
    ...content,
    ...(groups &&
      groups.length > 0 && {
        groups: groups.map(({ value, display }) => ({
          value,
          $ref: locationOf(ctx, 'Group', value),
          display,
          type: 'direct',
        })),
      }),
    meta: metaOf(ctx, { type: 'User', id, createdAt, updatedAt, version }),
  }
  const shown = isWhole(projection) ? resource : project(resource, projection)
  const extensions = Object.keys(shown).filter((name) => /^urn:/i.test(name))
  return { resource: { ...shown, schemas: [USER, ...extensions] }, version }
}

/** Administrators change the account, and the provider both. */
const LAST_CHANGE = sql`greatest(s."updatedAt", u."updatedAt")`

const columnsOf = ({ from }: Pick<Context, 'from'>, withGroups: boolean) => {
  const groups = withGroups
    ? sql`(select coalesce(json_agg(json_build_object('value', g.id, 'display', g."displayName") order by g."displayName", g.id), '[]')
        from ${from.table(ScimMember, 'm')} join ${from.table(ScimGroup, 'g')} on g.id = m."groupId" where m."userId" = s."userId")`
    : sql`null::json`
  return sql`s."userId", s."userName", s."externalId", s.attributes, u.email, u.name, u."isActive", s."createdAt",
    ${LAST_CHANGE} as "updatedAt", ${groups} as groups`
}

const COLUMNS: Places['columns'] = {
  id: { value: sql`s."userId"`, kind: 'id' },
  username: { value: sql`s."userName"`, kind: 'text', key: sql`s."userNameKey"` },
  externalid: { value: sql`s."externalId"`, kind: 'exact' },
  active: { value: sql`u."isActive"`, kind: 'boolean' },
  'meta.resourcetype': { value: sql`'User'`, kind: 'text' },
  'meta.created': { value: sql`s."createdAt"::timestamptz`, kind: 'time' },
  'meta.lastmodified': { value: sql`(${LAST_CHANGE})::timestamptz`, kind: 'time' },
}

const JSON_COLUMN = sql`s.attributes`

const SCHEMAS: Rows = {
  source: sql`(select ${USER}::text as value union all
    select key from jsonb_object_keys(${JSON_COLUMN}) as found (key) where key ilike 'urn:%') as e where true`,
  columns: { value: { value: sql`e.value`, kind: 'text' } },
}

const textOf = (name: string) => sql`e.value ->> ${name}::text`

/** Whoever was sent without addresses is found by that of the account, which is the name of the user. */
const EMAILS: Rows = {
  source: sql`jsonb_array_elements(case jsonb_typeof(${JSON_COLUMN} -> 'emails') when 'array' then ${JSON_COLUMN} -> 'emails'
    else jsonb_build_array(jsonb_build_object('value', u.email)) end) as e (value) where true`,
  columns: {
    value: { value: textOf('value'), kind: 'text' },
    type: { value: textOf('type'), kind: 'text' },
    display: { value: textOf('display'), kind: 'text' },
    primary: { value: sql`(${textOf('primary')})::boolean`, kind: 'boolean' },
  },
}

function placesOf(ctx: Pick<Context, 'from' | 'inject'>): Places {
  const { from } = ctx
  return {
    schema: USERS,
    json: JSON_COLUMN,
    columns: {
      ...COLUMNS,
      get 'meta.location'(): Column {
        return { value: sql`${locationOf(ctx, 'User', '')}::text || s."userId"`, kind: 'exact' }
      },
    },
    rows: {
      schemas: SCHEMAS,
      emails: EMAILS,
      get groups(): Rows {
        return {
          source: sql`${from.table(ScimMember, 'e')} join ${from.table(ScimGroup, 'eg')} on eg.id = e."groupId"
            where e."userId" = s."userId"`,
          columns: {
            value: { value: sql`e."groupId"`, kind: 'id' },
            $ref: { value: sql`${locationOf(ctx, 'Group', '')}::text || e."groupId"`, kind: 'text' },
            display: { value: sql`eg."displayName"`, kind: 'text', key: sql`eg."displayNameKey"` },
            type: { value: sql`'direct'`, kind: 'text' },
          },
        }
      },
    },
  }
}

/** The users of the provider. */
export async function listUsers(ctx: Context, page: ListQuery) {
  const { db, from, actor } = ctx
  const places = placesOf(ctx)
  const projection = toProjection(USERS, page)
  const source = sql`from ${from.table(ScimUser, 's')} join ${from.table(User, 'u')} on u.id = s."userId"
    where s."serviceAccountId" = ${serviceAccountOf(actor)} and s."deletedAt" is null and ${conditionOf(page, places)}`
  // The version, which is in `meta`, depends on the groups.
  const withGroups = returns(projection, 'groups') || returns(projection, 'meta')
  const { rows } = await sql<FoundUser>`select ${columnsOf(ctx, withGroups)} ${source}
    order by ${orderOf(page, places, sql`s."createdAt", s.id`)} limit ${page.count} offset ${page.startIndex - 1}`.execute(
    db,
  )
  const total = await countAll(ctx, { source, page, found: rows.length })
  const adoptable = total === 0 ? await lookUpAdoptable(ctx, page) : null
  const found = adoptable === null || page.count === 0 || page.startIndex > 1 ? rows : [adoptable]
  return toList(
    adoptable === null ? total : 1,
    page.startIndex,
    found.map((row) => toUser(ctx, row, projection).resource),
  )
}

/**
 * The account that a provider looks up by its name or address and may take over. Other lists do not contain such accounts, so that a
 * provider that compares everybody deactivates nobody whom it does not know.
 */
async function lookUpAdoptable(ctx: Context, { filter }: ListQuery): Promise<FoundUser | null> {
  const email = filter ? lookedUp(parseFilter(filter)) : null
  const account = email === null ? null : await findAdoptable(ctx, { email })
  return account && { ...account, groups: [] }
}

/** A user of the provider, or an account that it may take over; null for any other. */
export async function findUser(ctx: Context, id: string): Promise<FoundUser | null> {
  const { db, from, actor } = ctx
  const { rows } = await sql<FoundUser>`select ${columnsOf({ from }, true)}
    from ${from.table(ScimUser, 's')} join ${from.table(User, 'u')} on u.id = s."userId"
    where s."userId" = ${id} and s."serviceAccountId" = ${serviceAccountOf(actor)} and s."deletedAt" is null`.execute(
    db,
  )
  if (rows[0]) return rows[0]
  const account = await findAdoptable(ctx, { id })
  return account && { ...account, groups: [] }
}

/** A user of the provider for a command: both rows are locked, and all is read in one message. Null for any other. */
export async function lockUser({ from, actor }: CommandContext, userId: string): Promise<LockedUser | null> {
  const [[row], [account], groups] = await Promise.all([
    // By its key alone: as long as a table has no statistics, more conditions suggest the index of a service account's users.
    from.lockAll(ScimUser, { userId }),
    from.lockAll(User, { id: userId }),
    groupsOf({ from }, userId),
  ])
  if (!row || row.serviceAccountId !== serviceAccountOf(actor) || row.deletedAt !== null || !account) return null
  const { email, name, isActive } = account
  const updatedAt = account.updatedAt > row.updatedAt ? account.updatedAt : row.updatedAt
  return { row, user: { ...row, email, name, isActive, updatedAt, groups } satisfies FoundUser }
}

/** A user whose rows are locked. */
export interface LockedUser {
  readonly row: StoredRow<ScimUser>
  readonly user: FoundUser & { readonly groups: readonly UserGroup[] }
}

const groupsOf = ({ from }: Pick<Context, 'from'>, userId: string): Promise<UserGroup[]> =>
  from(ScimMember, 'm')
    .innerJoin(from.table(ScimGroup, 'g'), 'g.id', 'm.groupId')
    .select(['g.id as value', 'g.displayName as display'])
    .where('m.userId', '=', userId)
    .orderBy('g.displayName')
    .orderBy('g.id')
    .execute()
