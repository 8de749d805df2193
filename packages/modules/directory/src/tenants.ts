import { type Context, defineCache, defineService } from '@plinth/core'
import type { From } from '@plinth/core/data'
import { tenantTag } from './contract.ts'
import { isId } from './id.ts'
import { Tenant } from './entities.ts'
import { mayGovernTenants } from './refusals.ts'

/** What other modules need to know of a tenant. */
export interface TenantFacts {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
}

/** Tenants in memory, the unknown ones included. */
export const tenantFacts = defineCache<TenantFacts | null>('directory.tenants')

/** Finds any tenant by its id, whoever asks; null for unknown and deleted ones. Also for authenticators. */
export const tenants = defineService('directory.tenants', ({ cached, lookUp }) => ({
  find: (id: string): Promise<TenantFacts | null> =>
    isId(id)
      ? cached(tenantFacts, id.toLowerCase(), async () => ({
          value: toFacts(await lookUp(Tenant, { tenantId: id, id }, ['id', 'name', 'isActive', 'deletedAt'])),
          tags: [tenantTag(id.toLowerCase())],
        }))
      : Promise.resolve(null),
}))

const toFacts = (row: (TenantFacts & { readonly deletedAt: string | null }) | null): TenantFacts | null =>
  row && row.deletedAt === null ? { id: row.id, name: row.name, isActive: row.isActive } : null

/** Works on tenants: all of them for super admins, the caller's own for everybody else. */
export function withTenants<T>(
  { actor, from, asSuperAdmin }: Pick<Context, 'actor' | 'from' | 'asSuperAdmin'>,
  work: (from: From) => Promise<T>,
): Promise<T> {
  return mayGovernTenants(actor) ? asSuperAdmin('reach all tenants', (system) => work(system.from)) : work(from)
}
