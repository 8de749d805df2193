import { badInput, get, page, paged, PageQuery } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { readHolders, HolderView } from '../rights/access-holders.ts'
import { administer, administerOwner } from '../rights/administered-scope.ts'
import {
  AccessView,
  explainAccess,
  FeatureView,
  type RecordName,
  toFeatureView,
  withRecord,
} from '../rights/explain-access.ts'
import { MOST_OF_KIND } from '../rights/policy-input.ts'
import { findStoredFaults, StoredFault } from '../rights/stored-faults.ts'

/** A record whose rows can be restricted; both or neither. */
const RecordQuery = {
  kind: z
    .string()
    .max(MOST_OF_KIND)
    .optional()
    .meta({ description: 'The kind of a record, such as `catalog.product`.' }),
  recordId: z.uuid().toLowerCase().optional(),
}

function recordIn({
  kind,
  recordId,
}: {
  kind?: string | undefined
  recordId?: string | undefined
}): RecordName | undefined {
  if ((kind === undefined) !== (recordId === undefined)) throw badInput('A record has a kind and a recordId')
  return kind === undefined || recordId === undefined ? undefined : { kind, id: recordId }
}

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
    summary:
      'Explain why a user has or lacks a feature, and may see, change and delete a record: which role, permission, restriction or row policy decides.',
    query: z.object({
      userId: z.uuid().toLowerCase(),
      feature: FeatureId,
      organizationId: OrganizationId,
      ...RecordQuery,
    }),
    response: AccessView,
    errors: [400, 404],
  },
  (ctx) => {
    const { userId, feature, organizationId = null } = ctx.query
    const record = recordIn(ctx.query)
    return administerOwner(ctx, { table: 'users', id: userId }, (own) =>
      explainAccess(own, { userId, feature, organizationId, record }),
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
    summary: 'List the users who have a feature, what grants it to them, and what they may do to a record.',
    query: PageQuery.extend({ feature: FeatureId, organizationId: OrganizationId, ...RecordQuery }),
    response: page(HolderView).extend({ feature: FeatureView }),
    errors: [400, 404],
  },
  (ctx) =>
    administer(ctx, ctx.scope, async (own) => {
      const { query } = ctx
      const { feature, organizationId = null } = query
      const { inject, scope } = own
      const tree = await inject(organizationTrees).of(scope.tenantId)
      const isSeen = (id: string) => tree.has(id) && scope.organizationIds?.includes(id) !== false
      if (organizationId !== null && !isSeen(organizationId)) throw badInput('Organization not found')
      const record = recordIn(query)
      const found = await readHolders(own, { feature, organizationId, page: query.page, pageSize: query.pageSize })
      const [holders, total] = found
      const shown = record ? await withRecord(own, holders, { feature, organizationId, record }) : holders
      return { ...paged([shown, total], query), feature: await toFeatureView(own, feature) }
    }),
)

/** GET /auth/access/faults: what names fields that are gone, or hidden from its owner. */
export const listFaults = get(
  '/auth/access/faults',
  {
    operation: 'listAccessFaults',
    access: features['acl.manage'],
    reads: 'auth.user_acl',
    summary:
      'List policies, rules, charts, views, exports and webhook endpoints that name a field which is gone, or which their owner may not read any more.',
    query: PageQuery,
    response: page(StoredFault),
  },
  (ctx) =>
    administer(ctx, ctx.scope, async (own) => {
      const { page: number, pageSize } = ctx.query
      const { language } = await own.locale()
      const faults = await findStoredFaults(own)
      const shown = faults
        .slice((number - 1) * pageSize, number * pageSize)
        .map((one) => ({ ...one, message: own.inject(texts).message(language, one.message) }))
      return paged([shown, faults.length], ctx.query)
    }),
)
