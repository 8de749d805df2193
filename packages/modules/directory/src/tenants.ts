import { defineCache, defineService, sql } from '@plinth/core'
import { tenantTag } from './contract.ts'
import { isId } from './id.ts'

/** What other modules need to know of a tenant. */
export interface TenantFacts {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
}

/** Tenants in memory, the unknown ones included. */
export const tenantFacts = defineCache<TenantFacts | null>('directory.tenants')

/** Finds any tenant by its id, whoever asks; null for unknown and deleted ones. Also for authenticators. */
export const tenants = defineService('directory.tenants', ({ cached, asSystem }) => ({
  find: (id: string): Promise<TenantFacts | null> =>
    isId(id)
      ? cached(tenantFacts, id.toLowerCase(), async () => ({
          value: await asSystem('find a tenant', async ({ db }) => {
            const { rows } = await sql<TenantFacts>`
              select id, name, is_active as "isActive" from tenants
              where tenant_id = ${id} and deleted_at is null`.execute(db)
            return rows[0] ?? null
          }),
          tags: [tenantTag(id.toLowerCase())],
        }))
      : Promise.resolve(null),
}))
