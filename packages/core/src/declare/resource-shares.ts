import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { isSharedWith } from '../data/query/row-conditions.ts'
import { subjectsOf } from '../acl/subjects.ts'
import type { Context } from '../define/context.ts'
import { NewShare, type RecordShares, recordShares, Share, type SharedResource } from '../define/record-shares.ts'
import { del, get, Id, Ok, post, type Route } from '../define/route.ts'
import { notFound } from '../errors.ts'
import { page, paged, PageQuery } from '../http/paging.ts'
import { withArticle } from './indefinite-article.ts'
import type { ListSpec } from './list-spec.ts'

const Params = z.object({ id: z.uuid().toLowerCase() })
const ShareParams = Params.extend({ shareId: z.uuid().toLowerCase() })

/** The routes of a resource about with whom its records are shared. */
export function shareRoutes(path: string, resource: SharedResource): readonly Route[] {
  const { access, title, kind } = resource
  const record = withArticle(title.toLowerCase())
  const shares = `${path}/{id}/shares`
  return [
    get(
      shares,
      {
        access,
        summary: `List with whom ${record} is shared, newest first.`,
        params: Params,
        query: PageQuery,
        response: page(Share),
        reads: { kind, id: ({ params }) => params['id'] },
        errors: [404],
      },
      async (ctx) => {
        const [items, total] = await sharesOf(ctx).list(ctx, { resource, id: ctx.params.id }, ctx.query)
        return paged([[...items], total], ctx.query)
      },
    ),
    post(
      shares,
      {
        access,
        summary: `Share ${record} with a user, a team or a role, or change how it is shared.`,
        params: Params,
        body: NewShare,
        response: Id,
        status: 201,
        errors: [400, 404],
      },
      (ctx) => sharesOf(ctx).add(ctx, { resource, id: ctx.params.id }, ctx.body),
    ),
    del(
      `${shares}/{shareId}`,
      {
        access,
        summary: `Stop sharing ${record} with somebody.`,
        params: ShareParams,
        response: Ok,
        errors: [404],
      },
      async (ctx) => {
        await sharesOf(ctx).end(ctx, { resource, id: ctx.params.id }, ctx.params.shareId)
        return { ok: true as const }
      },
    ),
  ]
}

/** A list that shows what is shared with the caller: `shared=me`. */
export function listingShared<L extends Pick<ListSpec<object>, 'query' | 'where'>>(listing: L, kind: string): L {
  const where: ListSpec<object>['where'] = (asked) => {
    const { shared } = asked.query as { readonly shared?: 'me' }
    const own = listing.where?.(asked) ?? []
    if (shared === undefined) return own
    return [...own, isSharedWithCaller(asked, kind, 'row')]
  }
  const shared = z.enum(['me']).optional().meta({ description: 'Only records that are shared with the caller.' })
  return { ...listing, query: { ...listing.query, shared }, where }
}

/** The rows with this alias that are shared with the caller. `kind` is that of their records. */
export const isSharedWithCaller = (
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  kind: string,
  alias: string,
): RawBuilder<SqlBool> => isSharedWith({ kind, with: subjectsOf(actor), toEdit: false }, sql.ref(`${alias}.id`), scope)

/** Where shares are stored. Throws 404 if nothing stores them; a platform with such a resource does not start then. */
export function sharesOf({ inject }: Pick<Context, 'inject'>): RecordShares {
  const shares = inject(recordShares)
  if (!shares) throw notFound('Record')
  return shares
}
