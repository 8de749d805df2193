import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'
import { LocaleName } from './messages.ts'

/** Features of accounts. */
export const features = defineFeatures('auth', {
  'users.list': 'List users',
  'users.create': 'Create users',
  'users.edit': 'Edit users',
  'users.delete': 'Delete users',
  'roles.list': 'List roles',
  'roles.manage': 'Manage roles',
  'acl.manage': 'Manage ACLs',
  'teams.list': 'List teams',
  'teams.manage': 'Manage teams',
  'sidebar.manage': 'Manage sidebar presets',
  'factors.reset': 'Reset second factors of others',
  'sessions.manage': "See and end others' sessions",
  'policies.manage': 'Manage sign-in policies',
  'users.view_as': 'View as other users',
  'views.share': 'Share views of lists',
})

const UserEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })
const RoleEvent = z.object({ id: z.uuid(), tenantId: z.uuid().nullable() })

/** Events of accounts. */
export const events = defineEvents('auth', {
  'user.created': UserEvent,
  'user.updated': UserEvent,
  'user.deleted': UserEvent,
  'role.created': RoleEvent,
  'role.updated': RoleEvent,
  'role.deleted': RoleEvent,
  'login.success': z.object({
    id: z.uuid(),
    email: z.string(),
    tenantId: z.uuid(),
    organizationId: z.uuid().nullable(),
  }),
  'login.failed': z.object({ email: z.string(), reason: z.enum(['invalid_credentials', 'invalid_password']) }),
  logout: UserEvent,
  'password.changed': UserEvent,
  /** A link was requested. Whether the account exists has not been checked yet. */
  'password.reset.submitted': z.object({ email: z.string(), locale: LocaleName }),
  'password.reset.requested': UserEvent,
  'password.reset.completed': UserEvent,
})

/** Tags of the caches of callers and rights. Commands that change the underlying rows invalidate them. */
export const tags = {
  session: (id: string) => `auth.session:${id}`,
  user: (id: string) => `auth.user:${id}`,
  /** Roles, role ACLs and assignments of a tenant. */
  acl: (tenantId: string) => `auth.acl:${tenantId}`,
  /** Roles of all tenants. */
  globalAcl: 'auth.acl:global',
  /** The users of a tenant, and the values by which lists filter them. */
  users: (tenantId: string) => `auth.users:${tenantId}`,
  /** The users of all tenants. */
  allUsers: 'auth.users:all',
}
