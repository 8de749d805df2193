import type { Context } from '@plinth/core'
import type { z } from 'zod'
import { changeGroup, provisionGroup, removeGroup } from '../commands/groups.ts'
import { changeUser, provisionUser, removeUser } from '../commands/users.ts'
import { noResource } from '../errors.ts'
import type { Change } from '../protocol/operations.ts'
import { type Projection, toProjection, type ProjectionQuery } from '../protocol/projection.ts'
import { GROUPS, USERS } from '../protocol/schema.ts'
import type { Attributes } from '../protocol/values.ts'
import { findGroup, groupVersion, listGroups, type StoredGroup, toGroup } from '../resources/groups.ts'
import { locationOf } from '../resources/meta.ts'
import type { ListQuery, ListResponse } from '../resources/page.ts'
import { findUser, listUsers, toUser } from '../resources/users.ts'

/** A resource as it is answered. */
export interface Answered {
  readonly id: string
  readonly version: string
  readonly location: string
  /** Null for a change that is answered without the resource. */
  readonly resource: Attributes | null
}

interface Changed {
  readonly id: string
  readonly change: Change
  /** The `If-Match` header. */
  readonly expected: string | null
  readonly projection: Projection
}

/** One type of resource: how it is read and written. */
export interface ResourceType {
  readonly name: 'User' | 'Group'
  projection(query: z.output<typeof ProjectionQuery>): Projection
  list(ctx: Context, page: ListQuery): Promise<z.input<typeof ListResponse>>
  find(ctx: Context, id: string, projection: Projection): Promise<Answered>
  create(ctx: Context, body: Record<string, unknown>, projection: Projection): Promise<Answered>
  change(ctx: Context, changed: Changed): Promise<Answered>
  remove(ctx: Context, id: string, expected: string | null): Promise<void>
}

type User = Parameters<typeof toUser>[1]

function answerUser(ctx: Context, user: User, projection: Projection): Answered {
  const { userId: id } = user
  return { id, location: locationOf(ctx, 'User', id), ...toUser(ctx, user, projection) }
}

export const users: ResourceType = {
  name: 'User',
  projection: (query) => toProjection(USERS, query),
  list: listUsers,
  async find(ctx, id, projection) {
    const user = await findUser(ctx, id)
    if (!user) throw noResource(id)
    return answerUser(ctx, user, projection)
  },
  async create(ctx, body, projection) {
    const { user } = await ctx.run(provisionUser, { body })
    return answerUser(ctx, user, projection)
  },
  async change(ctx, { id, change, expected, projection }) {
    const { user } = await ctx.run(changeUser, { id, change, expected })
    return answerUser(ctx, user, projection)
  },
  remove: async (ctx, id, expected) => void (await ctx.run(removeUser, { id, expected })),
}

async function answerGroup(ctx: Context, group: StoredGroup, projection: Projection): Promise<Answered> {
  const found = await findGroup(ctx, group.id, projection)
  if (!found) throw noResource(group.id)
  return groupAnswer(ctx, group, toGroup(ctx, found, projection))
}

const groupAnswer = (ctx: Context, group: StoredGroup, resource: Attributes | null): Answered => ({
  id: group.id,
  version: groupVersion(group),
  location: locationOf(ctx, 'Group', group.id),
  resource,
})

export const groups: ResourceType = {
  name: 'Group',
  projection: (query) => toProjection(GROUPS, query),
  list: listGroups,
  async find(ctx, id, projection) {
    const found = await findGroup(ctx, id, projection)
    if (!found) throw noResource(id)
    return groupAnswer(ctx, found, toGroup(ctx, found, projection))
  },
  async create(ctx, body, projection) {
    const { group } = await ctx.run(provisionGroup, { body })
    return answerGroup(ctx, group, projection)
  },
  async change(ctx, { id, change, expected, projection }) {
    const { group } = await ctx.run(changeGroup, { id, change, expected })
    // A group may have thousands of members, so a change is answered with them only if they were asked for.
    const isAsked = change.kind === 'replace' || projection.included.length + projection.excluded.length > 0
    return isAsked ? answerGroup(ctx, group, projection) : groupAnswer(ctx, group, null)
  },
  remove: async (ctx, id, expected) => void (await ctx.run(removeGroup, { id, expected })),
}
