import { administer, readRoleNames } from '@plinth/auth'
import { badInput, del, get, Id, nameText, page, paged, PageQuery, post, put } from '@plinth/core'
import { inLanguage, readPage } from '@plinth/core/data'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { createServiceKey } from '../commands/create-service-key.ts'
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from '../commands/service-accounts.ts'
import { features } from '../contract.ts'
import { ServiceAccount } from '../entities.ts'
import { serviceAccountInReach } from '../service-accounts.ts'
import { assertTenant } from '../tenant-context.ts'
import { ExpiryDate } from './keys.ts'

/** GET /api_keys/service-accounts: by name. */
export const listServiceAccounts = get(
  '/api_keys/service-accounts',
  {
    operation: 'listServiceAccounts',
    access: features['service_accounts.view'],
    reads: 'api_keys.service_account',
    summary: 'List the service accounts that the caller can see.',
    query: PageQuery,
    response: page(
      z.object({
        id: z.uuid(),
        name: z.string(),
        description: z.string().nullable(),
        organizationId: z.uuid().nullable(),
        isConfined: z.boolean(),
        isActive: z.boolean(),
        createdAt: z.string(),
        updatedAt: z.string(),
        roles: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
      }),
    ),
    errors: [400],
  },
  async (ctx) => {
    const { query, scope, from, actor } = ctx
    assertTenant(scope)
    const { language } = await ctx.locale()
    const accounts = from(ServiceAccount, 'a')
      .select(['a.id', 'a.name', 'a.description', 'a.organizationId', 'a.isConfined', 'a.isActive'])
      .select(['a.createdAt', 'a.updatedAt', 'a.roleIds'])
      .where(serviceAccountInReach(scope, actor.allowedOrganizationIds === null))
      .orderBy(inLanguage('a.name', language))
      .orderBy('a.id')
    const [rows, total] = await readPage(accounts, query)
    const roles = await readRoleNames(ctx, [...new Set(rows.flatMap(({ roleIds }) => roleIds))])
    const names = new Map(roles.map(({ id, name }) => [id, name]))
    const items = rows.map(({ roleIds, ...row }) => ({
      ...row,
      roles: roleIds.map((id) => ({ id, name: names.get(id) ?? null })),
    }))
    return paged([items, total], query)
  },
)

/**
 * POST /api_keys/service-accounts. If the body names an organization, the account is confined to it; otherwise, the caller's
 * organization is only its home.
 */
export const postServiceAccount = post(
  '/api_keys/service-accounts',
  {
    operation: 'createServiceAccount',
    access: features['service_accounts.manage'],
    runs: createServiceAccount,
    summary: 'Create a service account, an account for a program with its own roles.',
    body: z.object({
      name: nameText().min(1).max(120),
      description: z.string().max(1000).nullish(),
      tenantId: z.uuid().toLowerCase().nullish(),
      organizationId: z.uuid().toLowerCase().nullish(),
      roles: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
    }),
    response: Id,
    status: 201,
    errors: [400, 409],
  },
  async (ctx) => {
    const { body, scope } = ctx
    const { name, description = null, roles } = body
    assertTenant(scope)
    const isConfined = Boolean(body.organizationId)
    const organizationId = isConfined || ctx.actor.allowedOrganizationIds !== null ? scope.organizationId : null
    return administer(ctx, scope, ({ run }) =>
      run(createServiceAccount, { name, description, roles, organizationId, isConfined }),
    )
  },
)

export const putServiceAccount = put('/api_keys/service-accounts', updateServiceAccount, {
  scope: 'allowed',
  summary: 'Update the name or roles of a service account, or deactivate it.',
  errors: [400, 404],
  onInvalid: toIdRefusal('Invalid id'),
})

export const deleteServiceAccountById = del('/api_keys/service-accounts', deleteServiceAccount, {
  scope: 'allowed',
  summary: 'Delete a service account. Its keys and tokens stop working immediately.',
  errors: [400, 404],
  onInvalid: () => badInput('ID is required'),
})

/** POST /api_keys/service-accounts/keys */
export const postServiceKey = post(
  '/api_keys/service-accounts/keys',
  {
    operation: 'createServiceAccountKey',
    access: features['service_accounts.manage'],
    runs: createServiceKey,
    summary: 'Create a key for a service account. Only this response contains its secret.',
    isTool: false,
    body: z.object({
      serviceAccountId: z.uuid().toLowerCase(),
      name: nameText().min(1).max(120),
      expiresAt: ExpiryDate,
    }),
    response: createServiceKey.output,
    status: 201,
    errors: [400, 404, 409],
  },
  async (ctx) => {
    const { body, scope, now } = ctx
    const { serviceAccountId, name, expiresAt } = body
    if (expiresAt !== null && expiresAt <= now()) throw badInput('The expiry date is in the past')
    return administer(ctx, scope, ({ run }) =>
      run(createServiceKey, { serviceAccountId, name, expiresAt: expiresAt?.toISOString() ?? null }),
    )
  },
)
