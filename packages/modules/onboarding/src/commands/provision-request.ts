import { confirmAddress, createUser, isAddressTaken, recordConsent } from '@plinth/auth'
import { type CommandContext, defineCommand, forbidden, sql } from '@plinth/core'
import { provisionTenant } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { lockAddress } from '../lock-address.ts'
import { KEPT_DAYS } from '../settings.ts'

const DAY = 86_400_000

/**
 * Makes a tenant of a request: organization, roles, what every module sets up, and its administrator, in one
 * transaction. The row is locked meanwhile, so that of any number of clicks one provisions and the others
 * find it done; what fails leaves the request as it was. Other requests for the address end with it (decision 39). Run it
 * as a system session in the scope of the request.
 */
export const provisionRequest = defineCommand({
  id: 'onboarding.requests.provision',
  label: 'Provision a requested tenant',
  access: features.verify,
  undoable: false,
  resource: 'onboarding.request',
  input: z.object({
    id: z.uuid(),
    tokenHash: z.string(),
    /** The hash of a password that was chosen by the link; null for the one sent with the request. */
    chosenHash: z.string().nullable(),
  }),
  output: z.object({ status: z.enum(['completed', 'invalid', 'already_exists']) }),
  async run(ctx) {
    const { actor, input, scope, run, now } = ctx
    if (actor.kind !== 'system' || scope.organizationId === null) throw forbidden()
    const request = await lock(ctx)
    if (!request) return { status: 'invalid' as const }
    if (request.status === 'completed') return { status: 'completed' as const }
    const passwordHash = input.chosenHash ?? request.passwordHash
    if (Date.parse(request.expiresAt) <= now().getTime() || passwordHash === null) return { status: 'invalid' as const }
    const { email, organizationName } = request
    if (await isAddressTaken(ctx, email)) return { status: 'already_exists' as const }
    await run(provisionTenant, { tenantName: `${organizationName} Tenant`, organizationName })
    const user = await run(createUser, {
      email,
      passwordHash,
      name: `${request.firstName} ${request.lastName}`,
      organizationId: scope.organizationId,
      roles: ['admin'],
    })
    await confirmAddress(ctx, user.id)
    if (request.marketingConsent)
      await run(recordConsent, {
        userId: user.id,
        consentType: 'marketing_email',
        isGranted: true,
        source: 'onboarding',
        ipAddress: request.ipAddress,
      })
    await complete(ctx)
    await endOthers(ctx, email)
    return { status: 'completed' as const }
  },
})

type Provisioning = CommandContext<z.output<typeof provisionRequest.input>>

interface LockedRequest {
  readonly status: 'pending' | 'completed'
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly organizationName: string
  readonly passwordHash: string | null
  readonly marketingConsent: boolean
  readonly ipAddress: string | null
  readonly expiresAt: string
}

/** The request, once nobody else provisions for its address. */
async function lock({ asSystem, db, input, scope }: Provisioning): Promise<LockedRequest | undefined> {
  const address = await sql<{ email: string }>`select email from onboarding_requests
    where tenant_id = ${scope.tenantId} and id = ${input.id}`.execute(db)
  const [found] = address.rows
  if (!found) return undefined
  await asSystem('lock the address of an onboarding request', (system) => lockAddress(system.db, found.email))
  const { rows } = await sql<LockedRequest>`
    select status, email, first_name as "firstName", last_name as "lastName", organization_name as "organizationName",
      password_hash as "passwordHash", marketing_consent as "marketingConsent", ip_address as "ipAddress",
      expires_at as "expiresAt"
    from onboarding_requests
    where tenant_id = ${scope.tenantId} and id = ${input.id} and token_hash = ${input.tokenHash} for update`.execute(db)
  return rows[0]
}

/** The other links for the address lead nowhere from now on. */
async function endOthers({ asSystem, input }: Provisioning, email: string): Promise<void> {
  await asSystem('end the other requests of an address', ({ db }) =>
    sql`delete from onboarding_requests where lower(email) = lower(${email}) and id <> ${input.id}
      and status = 'pending'`.execute(db),
  )
}

/** The account has the hash of the password now; the request keeps none. */
async function complete({ db, input, scope, now }: Provisioning): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + KEPT_DAYS * DAY)
  await sql`update onboarding_requests set status = 'completed', password_hash = null,
    completed_at = ${at.toISOString()}, updated_at = ${at.toISOString()}, expires_at = ${until.toISOString()}
    where tenant_id = ${scope.tenantId} and id = ${input.id}`.execute(db)
}
