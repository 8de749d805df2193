import { type Context, definePoint } from '@plinth/core'

/** What determines the rights of something that holds roles without being a person: a service account. */
export interface RoleHolder {
  /** Ids of roles. Their super-admin flags have no effect. */
  readonly roleIds: readonly string[]
  /** Its home; null for the whole tenant. It cannot be used while the organization is inactive. */
  readonly organizationId: string | null
  /** Whether it is confined to its home and the organizations below. */
  readonly isConfined: boolean
}

/** The role holders of one kind. */
export interface RoleHolders {
  /** `<module>.<name>` */
  readonly id: string
  /** All of the current tenant that can be used, or could be once their organization is active. */
  find(ctx: Pick<Context, 'widenScope' | 'from' | 'scope'>): Promise<readonly RoleHolder[]>
}

/**
 * What holds roles besides people. Whoever changes what a role allows, or moves organizations, gives nobody more than they have
 * themselves, programs included.
 */
export const roleHolders = definePoint<RoleHolders>({
  id: 'auth.role_holders',
  title: 'Role holders',
  name: ({ id }) => id,
})
