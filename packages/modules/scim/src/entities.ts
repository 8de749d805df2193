import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { TenantScoped } from '@plinth/core'

/** An account as the identity provider of a service account knows it. The id of the resource is that of the account. */
export const ScimUser = defineEntity({
  name: 'ScimUser',
  tableName: 'scim_users',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    serviceAccountId: p.uuid(),
    userName: p.text(),
    /** The name in lower case, for look-ups: an index on an expression is not used with row-level security. */
    userNameKey: p.text(),
    externalId: p.text().nullable(),
    /** What the provider sent that the account itself does not have. */
    attributes: p.json<Readonly<Record<string, unknown>>>(),
    /** When the provider deactivated it. */
    deactivatedAt: p.datetime().nullable(),
    /** When the provider deleted it. The account remains, deactivated, and so do its memberships. */
    deletedAt: p.datetime().nullable(),
  },
})
export type ScimUser = InferEntity<typeof ScimUser>

/** A group of the identity provider. */
export const ScimGroup = defineEntity({
  name: 'ScimGroup',
  tableName: 'scim_groups',
  extends: TenantScoped,
  properties: {
    serviceAccountId: p.uuid(),
    displayName: p.text(),
    /** The name in lower case, as for users. */
    displayNameKey: p.text(),
    externalId: p.text().nullable(),
    /** The role that its members have. */
    roleId: p.uuid().nullable(),
    /** The team that its members belong to. */
    teamId: p.uuid().nullable(),
    /** Grows with every change, those of members included. */
    revision: p.integer().default(0),
  },
})

/** A member of a group. */
export const ScimMember = defineEntity({
  name: 'ScimMember',
  tableName: 'scim_members',
  extends: TenantScoped,
  properties: { groupId: p.uuid(), userId: p.uuid() },
})
