import { defineEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'

/** An API key. `StoredKey` describes how it authenticates. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  extends: Scoped,
  properties: {
    name: p.text(),
    description: p.text().nullable(),
    keyPrefix: p.text(),
    keyHash: p.text(),
    roleIds: p.array<string>().columnType('uuid[]'),
    /** Whether it is confined to its organization and those below it. */
    isConfined: p.boolean().default(true),
    createdBy: p.uuid().nullable(),
    createdByKey: p.uuid().nullable(),
    /** Set for a key that acts as a service account, not for its creator. */
    serviceAccountId: p.uuid().nullable(),
    expiresAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
  },
})

/** An account for a program: it has no person, has its own roles, and belongs to the tenant. */
export const ServiceAccount = defineEntity({
  name: 'ServiceAccount',
  tableName: 'service_accounts',
  extends: Scoped,
  properties: {
    name: p.text(),
    description: p.text().nullable(),
    roleIds: p.array<string>().columnType('uuid[]'),
    /** Whether it is confined to its organization and those below it. */
    isConfined: p.boolean().default(false),
    isActive: p.boolean().default(true),
    deletedAt: p.datetime().nullable(),
  },
})

const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** When a key was last used. The id is that of the key. */
export const ApiKeyUse = defineEntity({
  name: 'ApiKeyUse',
  tableName: 'api_key_uses',
  extends: TenantScoped,
  properties: { ...untimed, lastUsedAt: p.datetime() },
})

/** A key for one conversation of a login or API key. */
export const SessionKey = defineEntity({
  name: 'SessionKey',
  tableName: 'session_keys',
  extends: Scoped,
  properties: {
    updatedAt: p.datetime().persist(false),
    userId: p.uuid().nullable(),
    loginId: p.uuid().nullable(),
    apiKeyId: p.uuid().nullable(),
    tokenHash: p.text(),
    expiresAt: p.datetime(),
  },
})
