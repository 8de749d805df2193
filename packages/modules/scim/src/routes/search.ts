import { type Context, PlatformError, post } from '@plinth/core'
import { scimError } from '../errors.ts'
import { type ListQuery, ListResponse, SearchBody, toList } from '../resources/page.ts'
import { groups, type ResourceType, users } from './resource-type.ts'
import { scimRoute } from './scim-route.ts'

const unreadable = () => scimError('bad_input', 'The body is not a search.', 'invalidSyntax')

/** POST /scim/v2/.search: users and groups in one list, users first (RFC 7644, section 3.4.3). */
export const search = post(
  '/scim/v2/.search',
  {
    ...scimRoute([400]),
    operation: 'search',
    summary: 'Search the users and groups of the identity provider.',
    body: SearchBody,
    response: ListResponse,
    onInvalid: unreadable,
    onUnreadable: unreadable,
  },
  async (ctx) => {
    const page = ctx.body
    const people = await listed(ctx, users, page)
    const known = people?.Resources.length ?? 0
    const before = people?.totalResults ?? 0
    const rest = { ...page, startIndex: Math.max(1, page.startIndex - before), count: page.count - known }
    const others = await listed(ctx, groups, rest)
    // Nobody has an attribute that neither users nor groups have.
    if (!people && !others)
      throw scimError('bad_input', 'The search names attributes that no resource has.', 'invalidFilter')
    const total = before + (others?.totalResults ?? 0)
    return toList(total, page.startIndex, [...(people?.Resources ?? []), ...(others?.Resources ?? [])] as never)
  },
)

/** The resources of a type; null if it does not have the attributes that the search names. */
async function listed(ctx: Context, type: ResourceType, page: ListQuery) {
  try {
    return await type.list(ctx, page)
  } catch (error) {
    if (error instanceof PlatformError && error.body['scimType'] === 'invalidFilter') return null
    throw error
  }
}
