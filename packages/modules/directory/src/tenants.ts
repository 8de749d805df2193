import { type Context, defineCache, defineService } from '@plinth/core'
import type { From } from '@plinth/core/data'
import { type LocaleChoice, toLocaleChoice } from '@plinth/core/http'
import { tenantTag } from './contract.ts'
import { isId } from './entity-id.ts'
import { Tenant } from './entities.ts'
import { mayGovernTenants } from './errors.ts'

/** Facts about a tenant for other modules. */
export interface TenantFacts {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
  readonly locale: LocaleChoice
}

/** Cached tenants, including unknown ids. */
export const tenantFacts = defineCache<TenantFacts | null>('directory.tenants', { servesWriters: true })

/** Finds any tenant by its id, for any caller; null for unknown and deleted ones. Also available to authenticators. */
export const tenants = defineService('directory.tenants', ({ cached, widenScope }) => ({
  find: (id: string): Promise<TenantFacts | null> =>
    isId(id)
      ? cached(tenantFacts, id.toLowerCase(), async () => ({
          value: toFacts(
            await widenScope('allTenants', 'read a tenant by its id', ({ findUnique }) =>
              findUnique(Tenant, { tenantId: id, id }, COLUMNS),
            ),
          ),
          tags: [tenantTag(id.toLowerCase())],
        }))
      : Promise.resolve(null),
}))

const COLUMNS = ['id', 'name', 'isActive', 'timeZone', 'language', 'weekStart', 'currency', 'deletedAt'] as const

type TenantRow = Omit<TenantFacts, 'locale'> & LocaleChoice & { readonly deletedAt: string | null }

function toFacts(row: TenantRow | null): TenantFacts | null {
  if (!row || row.deletedAt !== null) return null
  const { id, name, isActive } = row
  return { id, name, isActive, locale: toLocaleChoice(row) }
}

/** Runs on tenants: all of them for super admins, the caller's own otherwise. */
export function withTenants<T>(
  { actor, from, widenScope }: Pick<Context, 'actor' | 'from' | 'widenScope'>,
  work: (from: From) => Promise<T>,
): Promise<T> {
  return mayGovernTenants(actor)
    ? widenScope('allTenants', 'reach all tenants', (system) => work(system.from))
    : work(from)
}
