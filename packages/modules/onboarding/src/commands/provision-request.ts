import { confirmAddress, createUser, isAddressTaken, recordConsent } from '@plinth/auth'
import { type CommandContext, defineCommand, forbidden, sql } from '@plinth/core'
import { provisionTenant } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { lockAddress } from '../lock-address.ts'
import { KEPT_DAYS } from '../settings.ts'
import { OnboardingRequest } from '../entities.ts'

const DAY = 86_400_000

/**
 * Creates a tenant for a request, with its organization, roles, administrator and everything modules set up, in one
 * transaction. The row is locked meanwhile: of any number of simultaneous clicks, one provisions the tenant and the others find
 * the request completed. If it fails, the request is unchanged. Other requests for the same address are ended (decision: Ownership
 * of an email address). Run it as a system caller in the scope of the request.
 */
export const provisionRequest = defineCommand({
  id: 'onboarding.requests.provision',
  label: 'Provision a requested tenant',
  access: features.verify,
  undoable: false,
  resource: 'onboarding.request',
  input: z.object({
    id: z.uuid(),
    /** The forms in which the hash of its link may be stored. */
    tokenHashes: z.array(z.string()).min(1),
    /** The hash of a password chosen after following the link; null to use the password sent with the request. */
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
      name: accountName(request),
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

type ProvisionContext = CommandContext<z.output<typeof provisionRequest.input>>

/** Locks the request, once no other provisioning for its address is running. */
async function lock({ db, from, input }: ProvisionContext) {
  const request = from(OnboardingRequest, 'r').where('r.id', '=', input.id)
  const found = await request.select('r.email').executeTakeFirst()
  if (!found) return undefined
  await lockAddress(db, found.email)
  return request
    .select(['r.status', 'r.email', 'r.firstName', 'r.lastName', 'r.organizationName', 'r.passwordHash'])
    .select(['r.marketingConsent', 'r.ipAddress', 'r.expiresAt'])
    .where('r.tokenHash', 'in', input.tokenHashes)
    .forUpdate()
    .executeTakeFirst()
}

/** Invalidates all other links for the address. */
async function endOthers({ widenScope, input }: ProvisionContext, email: string): Promise<void> {
  await widenScope('allTenants', 'end the other requests of an address', ({ db }) =>
    sql`delete from onboarding_requests where email_key = lower(${email}) and id <> ${input.id}
      and status = 'pending'`.execute(db),
  )
}

/** The account now has the password hash, so the request no longer keeps it. */
async function complete({ from, input, now }: ProvisionContext): Promise<void> {
  const at = now()
  const completedAt = at.toISOString()
  await from
    .update(OnboardingRequest, 'r')
    .set({
      status: 'completed',
      passwordHash: null,
      completedAt,
      expiresAt: new Date(at.getTime() + KEPT_DAYS * DAY).toISOString(),
    })
    .where('r.id', '=', input.id)
    .execute()
}

/**
 * If the names together are longer than an account name may be (decision: Length of names), shortens each to what fits, but to no
 * less than half.
 */
function accountName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const first = firstName.slice(0, Math.max(59, 119 - lastName.length))
  return `${first} ${lastName.slice(0, 119 - first.length)}`.toWellFormed()
}
