import { badInput, get, page, paged, PageQuery } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { readHolders, HolderView } from '../rights/access-holders.ts'
import { administer, administerOwner } from '../rights/administered-scope.ts'
import { AccessView, explainAccess, FeatureView, toFeatureView } from '../rights/explain-access.ts'

/** The id of a feature, declared by a composed module or not. */
const FeatureId = z.string().trim().min(1).max(200)
const OrganizationId = z.uuid().toLowerCase().optional()

/** GET /auth/access/explain: why an account may or may not use a feature, as the steps in which requests are checked. */
export const explainRoute = get(
  '/auth/access/explain',
  {
    operation: 'explainAccess',
    access: features['acl.manage'],
    reads: { kind: 'auth.user_acl', id: ({ query }) => query['userId'] },
    summary: 'Explain why a user has or lacks a feature: which role, permission or restriction decides.',
    query: z.object({ userId: z.uuid().toLowerCase(), feature: FeatureId, organizationId: OrganizationId }),
    response: AccessView,
    errors: [400, 404],
  },
  (ctx) => {
    const { userId, feature, organizationId = null } = ctx.query
    return administerOwner(ctx, { table: 'users', id: userId }, (own) =>
      explainAccess(own, { userId, feature, organizationId }),
    )
  },
)

/** GET /auth/access/holders: users visible to the caller who may use a feature, sorted by email. */
export const listHolders = get(
  '/auth/access/holders',
  {
    operation: 'listAccessHolders',
    access: features['acl.manage'],
    reads: 'auth.user_acl',
    summary: 'List the users who have a feature, and what grants it to them.',
    query: PageQuery.extend({ feature: FeatureId, organizationId: OrganizationId }),
    response: page(HolderView).extend({ feature: FeatureView }),
    errors: [400],
  },
  (ctx) =>
    administer(ctx, ctx.scope, async (own) => {
      const { query } = ctx
      const { feature, organizationId = null } = query
      const { inject, scope } = own
      const tree = await inject(organizationTrees).of(scope.tenantId)
      const isSeen = (id: string) => tree.has(id) && scope.organizationIds?.includes(id) !== false
      if (organizationId !== null && !isSeen(organizationId)) throw badInput('Organization not found')
      const found = await readHolders(own, { feature, organizationId, page: query.page, pageSize: query.pageSize })
      return { ...paged(found, query), feature: await toFeatureView(own, feature) }
    }),
)
