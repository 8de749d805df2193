import { defineEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

/** What a tenant or organization has set of a group. Its id is derived from tenant, organization and group. */
export const StoredSettings = defineEntity({
  name: 'StoredSettings',
  tableName: 'settings',
  extends: Scoped,
  properties: {
    /** Null for the whole tenant. The property of `Scoped` would be filled in from the caller, even if it is null. */
    organizationId: p.uuid().nullable(),
    settingsId: p.string().length(100),
    stored: p.json<Readonly<Record<string, unknown>>>(),
    /** Encrypted values, by name. */
    secrets: p.json<Readonly<Record<string, string>>>().nullable(),
  },
})
