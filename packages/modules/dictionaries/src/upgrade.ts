import { type SystemContext } from '@plinth/core'
import { Tenant } from '@plinth/directory'
import { seedDictionaries } from './commands/seed-dictionaries.ts'
import { Dictionary } from './entities.ts'

/** Adds the module's dictionaries to tenants that are older than the module, with one command per tenant. */
export async function upgrade({ from, actAs }: SystemContext): Promise<void> {
  const lacking = await from(Tenant, 't')
    .select('t.id')
    .where('t.deletedAt', 'is', null)
    .where(({ not, exists }) =>
      not(
        exists(
          from(Dictionary, 'd')
            .select('d.id')
            .whereRef('d.tenantId' as never, '=', 't.id' as never)
            .where('d.isSystem', '=', true),
        ),
      ),
    )
    .execute()
  for (const { id: tenantId } of lacking) {
    const scope = { tenantId, organizationId: null, organizationIds: null }
    await actAs({ actor: 'platform', reason: 'system dictionaries', scope }, ({ run }) => run(seedDictionaries, {}))
  }
}
