import { seedAccounts } from '@plinth/auth'
import { provisionTenant } from '@plinth/directory'
import type { Host } from './host.ts'
import type { Visitor } from './visitor.ts'

/** Another tenant of the host. */
export interface OtherTenant {
  readonly tenantId: string
  readonly organizationId: string
  /** Its administrator, signed in. */
  readonly admin: Visitor
}

/** Gives the host another tenant with one organization and one administrator, `<name>-admin@acme.com`. */
export async function addTenant({ app, signIn }: Pick<Host, 'app' | 'signIn'>, name: string): Promise<OtherTenant> {
  const scope = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  const email = `${name.toLowerCase()}-admin@acme.com`
  await app.platform.actAs({ actor: 'platform', reason: 'another tenant', scope }, async ({ run }) => {
    await run(provisionTenant, { tenantName: name, organizationName: name })
    await run(seedAccounts, { accounts: [{ email, password: 'Secret-123', role: 'admin', name: `Admin of ${name}` }] })
  })
  return { tenantId: scope.tenantId, organizationId: scope.organizationId, admin: await signIn(email) }
}
