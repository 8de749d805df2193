import { callerTags, type HeldRole, loadCountingRoles, toCaller } from '@plinth/auth'
import { type Caller, type CommandContext, type Scope } from '@plinth/core'
import { type Acl, compileGrants, type OrganizationTree } from '@plinth/core/acl'
import { API_KEY, anyOf, type ExpressionBuilder, type Row } from '@plinth/core/data'
import type { Selection } from '@plinth/core/http'
import type { LookUpContext } from '@plinth/core/security'
import { organizationTrees, tenants } from '@plinth/directory'
import { roleHolders } from '@plinth/points'
import type { InferEntity } from '@mikro-orm/core'
import { serviceAccountTag } from './contract.ts'
import { ServiceAccount } from './entities.ts'
import { rightsOfKey } from './key-rights.ts'

/** A service account as loaded for authentication. */
export interface StoredServiceAccount {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  readonly organizationId: string | null
  readonly isConfined: boolean
  readonly roleIds: readonly string[]
}

/** Finds a service account that is active and has not been deleted. */
export async function findServiceAccount(
  { widenScope }: Pick<LookUpContext, 'widenScope'>,
  id: string,
): Promise<StoredServiceAccount | null> {
  const columns = [
    'id',
    'name',
    'tenantId',
    'organizationId',
    'isConfined',
    'roleIds',
    'isActive',
    'deletedAt',
  ] as const
  const account = await widenScope('allTenants', 'find a service account', ({ findUnique }) =>
    findUnique(ServiceAccount, { id }, columns),
  )
  return account?.isActive && account.deletedAt === null ? account : null
}

/** The caller of a service account, and the tags that invalidate it. */
interface OpenedServiceAccount {
  readonly caller: Caller
  readonly tags: readonly string[]
}

/**
 * The caller of a service account: the rights of its roles, wherever they apply. No person's rights limit them, and all keys
 * and tokens of an account are the same caller in the log. Null if its tenant or organization is inactive. `scopes` limits the
 * features further.
 */
export async function openServiceAccount(
  ctx: LookUpContext,
  account: StoredServiceAccount,
  { selection = {}, scopes }: { readonly selection?: Selection; readonly scopes?: readonly string[] | undefined } = {},
): Promise<OpenedServiceAccount | null> {
  const { id, tenantId, organizationId, roleIds } = account
  const tree = await ctx.inject(organizationTrees).of(tenantId)
  if (!(await ctx.inject(tenants).find(tenantId))?.isActive) return null
  if (organizationId !== null && !tree.get(organizationId)?.isActive) return null
  const scope = { tenantId, organizationId: null, organizationIds: null }
  const roles = await loadCountingRoles({ widenScope: ctx.widenScope, inject: ctx.inject, scope }, roleIds)
  const acl = narrow(rightsOfServiceAccount({ ...account, roles: roles.map(withoutFlag) }, tree), scopes)
  const caller = toCaller({
    actor: {
      id: `${API_KEY}${id}`,
      kind: 'api_key',
      userId: null,
      email: null,
      roles: roles.map(({ name }) => name),
      roleIds: roles.map((role) => role.id),
    },
    identity: { tenantId, organizationId },
    acl,
    tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
  return { caller, tags: [serviceAccountTag(id), ...callerTags(null, [tenantId])] }
}

/** What the roles of a service account grant in the organizations it can reach. */
export const rightsOfServiceAccount = (
  account: { readonly roles: readonly HeldRole[] } & Pick<StoredServiceAccount, 'organizationId' | 'isConfined'>,
  tree: OrganizationTree,
): Acl => rightsOfKey({ ...account, limit: null }, tree)

/** A service account belongs to its tenant: the super-admin flag of a role has no effect. */
const withoutFlag = ({ acl, ...role }: HeldRole): HeldRole => ({ ...role, acl: acl && { ...acl, isSuperAdmin: false } })

/** Keeps only the requested features that are currently granted. */
function narrow(acl: Acl, scopes: readonly string[] | undefined): Acl {
  if (scopes === undefined) return acl
  const grants = compileGrants(acl.features)
  return { ...acl, features: scopes.filter((feature) => grants.covers(feature)) }
}

/**
 * The service accounts that a caller may see and change. Those of the whole tenant require a caller who sees the whole tenant,
 * either in `scope` or in spite of the organization that is selected: `hasTenant`.
 */
export function serviceAccountInReach({ organizationIds }: Scope, hasTenant = false) {
  return ({ eb, and, or }: ExpressionBuilder<{ readonly a: Row<InferEntity<typeof ServiceAccount>> }, 'a'>) =>
    and([
      eb('a.deletedAt', 'is', null),
      ...(organizationIds === null
        ? []
        : [
            or([
              eb('a.organizationId', '=', anyOf(organizationIds)),
              ...(hasTenant ? [eb('a.organizationId', 'is', null)] : []),
            ]),
          ]),
    ])
}

/** A service account within the caller's reach, locked inside a command. */
export async function lockServiceAccount({ from, scope, actor }: CommandContext, id: string) {
  return from(ServiceAccount, 'a')
    .select(['a.id', 'a.name', 'a.tenantId', 'a.organizationId', 'a.isConfined', 'a.roleIds', 'a.isActive'])
    .where(serviceAccountInReach(scope, actor.allowedOrganizationIds === null))
    .where('a.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes of roles and moves of organizations are checked for service accounts as they are for people. */
export const serviceAccountHolders = roleHolders.of({
  id: 'api_keys.service_accounts',
  find: ({ widenScope }) =>
    widenScope('tenant', 'see which service accounts a change of rights affects', ({ from }) =>
      from(ServiceAccount, 'a')
        .select(['a.roleIds', 'a.organizationId', 'a.isConfined'])
        .where('a.deletedAt', 'is', null)
        .execute(),
    ),
})
