import { type Context, sql } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import { User } from '@plinth/auth'
import { z } from 'zod'
import { ScimGroup, ScimMember, ScimUser } from './entities.ts'
import { scimError } from './errors.ts'
import { type Attributes, comparable, toCondition } from './filter.ts'
import { serviceAccountOf } from './principal.ts'
import { GROUP, metaOf, type Resource, type StoredUser, toUser } from './resources.ts'

const MOST = 200

const Whole = z.coerce.number().int().catch(1)

/** How a list is requested (RFC 7644, section 3.4.2). */
export const ListQuery = z.looseObject({
  filter: z.string().optional(),
  startIndex: Whole.transform((index) => Math.min(Math.max(1, index), 1_000_000)).default(1),
  count: Whole.transform((count) => Math.min(Math.max(0, count), MOST)).default(100),
  sortBy: z.string().max(100).optional(),
  sortOrder: z.enum(['ascending', 'descending']).catch('ascending').default('ascending'),
})

export const ListResponse = z.looseObject({
  schemas: z.array(z.string()),
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(z.looseObject({})),
})

const sent = (path: string) => sql`s.attributes #>> ${`{${path.split('.').join(',')}}`}::text[]`

const userAttributes: Attributes = {
  id: { value: sql`s."userId"::text`, kind: 'exact' },
  userName: { value: sql`s."userName"`, kind: 'text', key: sql`s."userNameKey"` },
  externalId: { value: sql`s."externalId"`, kind: 'exact' },
  emails: { value: sql`u.email`, kind: 'text' },
  'emails.value': { value: sql`u.email`, kind: 'text' },
  displayName: { value: sql`u.name`, kind: 'text' },
  'name.formatted': { value: sent('name.formatted'), kind: 'text' },
  'name.givenName': { value: sent('name.givenName'), kind: 'text' },
  'name.familyName': { value: sent('name.familyName'), kind: 'text' },
  active: { value: sql`u."isActive"`, kind: 'boolean' },
  'meta.created': { value: sql`s."createdAt"::timestamptz`, kind: 'time' },
  'meta.lastModified': { value: sql`s."updatedAt"::timestamptz`, kind: 'time' },
}

const groupAttributes: Attributes = {
  id: { value: sql`g.id::text`, kind: 'exact' },
  displayName: { value: sql`g."displayName"`, kind: 'text', key: sql`g."displayNameKey"` },
  externalId: { value: sql`g."externalId"`, kind: 'exact' },
  'meta.created': { value: sql`g."createdAt"::timestamptz`, kind: 'time' },
  'meta.lastModified': { value: sql`g."updatedAt"::timestamptz`, kind: 'time' },
}

interface Page {
  readonly filter?: string | undefined
  readonly startIndex: number
  readonly count: number
  readonly sortBy?: string | undefined
  readonly sortOrder: 'ascending' | 'descending'
}

const toList = (total: number, { startIndex }: Page, items: readonly Resource[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: items.length,
  Resources: [...items],
})

function orderOf({ sortBy, sortOrder }: Page, attributes: Attributes, tie: RawBuilder<unknown>) {
  if (sortBy === undefined) return tie
  const found = Object.entries(attributes).find(([name]) => name.toLowerCase() === sortBy.toLowerCase())?.[1]
  if (!found) throw scimError('bad_input', `Sorting by ${sortBy} is not supported.`, 'invalidPath')
  const value = comparable(found)
  return sortOrder === 'descending' ? sql`${value} desc nulls last, ${tie}` : sql`${value} nulls last, ${tie}`
}

const conditionOf = ({ filter }: Page, attributes: Attributes): RawBuilder<SqlBool> =>
  filter === undefined || filter.trim() === '' ? sql<SqlBool>`true` : toCondition(filter, attributes)

interface FoundPage {
  /** `from …` with the conditions. */
  readonly source: RawBuilder<unknown>
  readonly page: Page
  readonly found: number
}

/**
 * The total. A page that is not full yields it without a query, which is common, because providers look up one user at a time.
 */
async function countAll({ db }: Context, { source, page, found }: FoundPage): Promise<number> {
  const before = page.startIndex - 1
  if (found < page.count && (found > 0 || before === 0)) return before + found
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${source}`.execute(db)
  return rows[0]!.total
}

/** The users of the provider. */
export async function listUsers(ctx: Context, page: Page) {
  const { db, from, actor } = ctx
  const source = sql`from ${from.table(ScimUser, 's')} join ${from.table(User, 'u')} on u.id = s."userId"
    where s."serviceAccountId" = ${serviceAccountOf(actor)} and s."deletedAt" is null and ${conditionOf(page, userAttributes)}`
  const { rows } = await sql<StoredUser>`select s."userId", s."userName", s."externalId", s.attributes, u."isActive",
    s."createdAt", s."updatedAt" ${source} order by ${orderOf(page, userAttributes, sql`s."createdAt", s.id`)}
    limit ${page.count} offset ${page.startIndex - 1}`.execute(db)
  return toList(
    await countAll(ctx, { source, page, found: rows.length }),
    page,
    rows.map((row) => toUser(ctx, row)),
  )
}

/** A user of the provider; null for any other. */
export async function findUser({ from, actor }: Context, id: string): Promise<StoredUser | null> {
  const user = await from(ScimUser, 's')
    .innerJoin(from.table(User, 'u'), 'u.id', 's.userId')
    .select(['s.userId', 's.userName', 's.externalId', 's.attributes', 'u.isActive', 's.createdAt', 's.updatedAt'])
    .where('s.userId', '=', id)
    .where('s.serviceAccountId', '=', serviceAccountOf(actor))
    .where('s.deletedAt', 'is', null)
    .executeTakeFirst()
  return user ?? null
}

interface StoredGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly members: readonly string[]
}

function toGroup(ctx: Context, { id, displayName, externalId, members, ...times }: StoredGroup): Resource {
  return {
    schemas: [GROUP],
    id,
    displayName,
    ...(externalId !== null && { externalId }),
    members: members.map((value) => ({ value, type: 'User' })),
    meta: metaOf(ctx, { type: 'Group', id, ...times }),
  }
}

const memberIds = ({ from }: Context) =>
  sql`array(select m."userId"::text from ${from.table(ScimMember, 'm')} where m."groupId" = g.id order by m."userId")`

/** The groups of the provider. */
export async function listGroups(ctx: Context, page: Page) {
  const { db, from, actor } = ctx
  const source = sql`from ${from.table(ScimGroup, 'g')}
    where g."serviceAccountId" = ${serviceAccountOf(actor)} and ${conditionOf(page, groupAttributes)}`
  const { rows } = await sql<StoredGroup>`select g.id, g."displayName", g."externalId", g."createdAt", g."updatedAt",
    ${memberIds(ctx)} as members ${source} order by ${orderOf(page, groupAttributes, sql`g."createdAt", g.id`)}
    limit ${page.count} offset ${page.startIndex - 1}`.execute(db)
  return toList(
    await countAll(ctx, { source, page, found: rows.length }),
    page,
    rows.map((row) => toGroup(ctx, row)),
  )
}

/** A group of the provider; null for any other. */
export async function findGroup(ctx: Context, id: string): Promise<Resource | null> {
  const { db, from, actor } = ctx
  const { rows } = await sql<StoredGroup>`select g.id, g."displayName", g."externalId", g."createdAt", g."updatedAt",
    ${memberIds(ctx)} as members from ${from.table(ScimGroup, 'g')}
    where g.id = ${id} and g."serviceAccountId" = ${serviceAccountOf(actor)}`.execute(db)
  return rows[0] ? toGroup(ctx, rows[0]) : null
}
