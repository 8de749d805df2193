import {
  defineCommand,
  emailAddress,
  type Logger,
  type Platform,
  signedIn,
  sql,
  type SystemContext,
} from '@plinth/core'
import { seedAccounts } from '@plinth/auth'
import { provisionTenant } from '@plinth/directory'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Env } from './env/env.ts'

const Account = z.object({ email: emailAddress(), password: z.string(), role: z.string(), name: z.string() })

/** An arbitrary number. Hosts that start together on an empty database seed it only once. */
const LOCK = 7_215_046_114

const seedTenant = defineCommand({
  id: 'host.seed',
  label: 'Seed first tenant',
  access: signedIn,
  undoable: false,
  input: z.object({ tenantName: z.string(), organizationName: z.string(), accounts: z.array(Account) }),
  output: z.object({ seeded: z.boolean() }),
  async run({ input, run, db, widenScope }) {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    const isEmpty = await widenScope('allTenants', 'look for a first tenant', hasNoTenant)
    if (!isEmpty) return { seeded: false }
    await run(provisionTenant, { tenantName: input.tenantName, organizationName: input.organizationName })
    await run(seedAccounts, { accounts: input.accounts })
    return { seeded: true }
  },
})

/** The names of the first tenant and its organization. */
export interface FirstTenant {
  readonly tenantName: string
  readonly organizationName: string
}

/** A seeded account. Its password is shown once and cannot be retrieved later. */
export type SeededAccount = z.output<typeof Account> & { readonly isGenerated: boolean; readonly tenantName: string }

interface SeedOptions {
  readonly platform: Platform
  /** `SEED_PASSWORD`, `SEED_ADMIN_EMAIL` and similar variables. */
  readonly env: Env
  readonly log: Logger
  readonly tenant?: FirstTenant | undefined
}

/**
 * Creates the first tenant and three accounts in an empty database (decision: Initial accounts). Returns the accounts, or nothing
 * if there was a tenant already.
 */
export async function seedFirstTenant({
  platform,
  env,
  log,
  tenant = { tenantName: 'Acme Corp Tenant', organizationName: 'Acme Corp' },
}: SeedOptions): Promise<readonly SeededAccount[]> {
  if (!(await platform.widenScope('allTenants', 'look for a first tenant', hasNoTenant))) return []
  const accounts = (['superadmin', 'admin', 'employee'] as const).map((role) => ({
    role,
    name: { superadmin: 'Super Admin', admin: 'Admin', employee: 'Employee' }[role],
    email: { superadmin: env.SEED_SUPERADMIN_EMAIL, admin: env.SEED_ADMIN_EMAIL, employee: env.SEED_EMPLOYEE_EMAIL }[
      role
    ],
    password: env.SEED_PASSWORD ?? `Aa1!${randomBytes(12).toString('base64url')}`,
  }))
  const scope = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  const { seeded } = await platform.actAs({ actor: 'platform', reason: 'seed', scope }, ({ run }) =>
    run(seedTenant, { ...tenant, accounts }),
  )
  if (!seeded) return []
  log.info({ tenantId: scope.tenantId }, 'seeded the first tenant')
  const { tenantName } = tenant
  return accounts.map((account) => ({ ...account, tenantName, isGenerated: env.SEED_PASSWORD === undefined }))
}

async function hasNoTenant({ db }: Pick<SystemContext, 'db'>): Promise<boolean> {
  const { rows } = await sql`select from tenants limit 1`.execute(db)
  return rows.length === 0
}
