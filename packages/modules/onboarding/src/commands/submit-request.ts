import { isAddressTaken, LocaleName } from '@plinth/auth'
import { type CommandContext, conflict, defineCommand, open, sql, type SystemContext } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { z } from 'zod'
import { notifyAdmin } from '../jobs/notify-admin.ts'
import { lockAddress } from '../lock-address.ts'
import { createLinkToken } from '../link-tokens.ts'
import { onboardingText } from '../messages.ts'
import { HOLD_MINUTES, LINK_HOURS, settings } from '../settings.ts'

const MINUTE = 60_000

/**
 * Stores a request and returns the token of its link, unless another link was mailed to the same address a moment ago. Earlier
 * requests are kept (decision: Ownership of an email address). Of concurrent requests for one address, only one gets a link.
 */
export const submitRequest = defineCommand({
  id: 'onboarding.requests.submit',
  label: 'Request a tenant',
  access: open,
  undoable: false,
  resource: 'onboarding.request',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    organizationName: z.string(),
    locale: LocaleName,
    /** Hashed before the command, because hashing is slow and must not keep a transaction open. */
    passwordHash: z.string(),
    marketingConsent: z.boolean(),
    ipAddress: z.string().nullable(),
  }),
  /** `browser` is stored in a cookie: the password of the request is only valid in that browser. */
  output: z.object({ id: z.uuid(), token: z.string(), browser: z.string() }),
  async run(ctx) {
    const { input, widenScope, db, inject, now, enqueue } = ctx
    const at = now()
    const { token, hash } = createLinkToken(ctx)
    const browser = createLinkToken(ctx)
    const [id, tenantId, organizationId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const fields = {
      tenant_id: tenantId,
      id,
      organization_id: organizationId,
      email: input.email,
      first_name: input.firstName,
      last_name: input.lastName,
      organization_name: input.organizationName,
      locale: input.locale,
      password_hash: input.passwordHash,
      marketing_consent: input.marketingConsent,
      ip_address: input.ipAddress,
      status: 'pending',
      token_hash: hash,
      browser_hash: browser.hash,
      mailed_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LINK_HOURS * 60 * MINUTE).toISOString(),
      completed_at: null,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    }
    const columns = Object.keys(fields).map((name) => sql.ref(name))
    const longAgo = new Date(at.getTime() - HOLD_MINUTES * MINUTE).toISOString()
    await lockAddress(db, input.email)
    const refused = await widenScope('allTenants', 'take an onboarding request', async (system) => {
      const { rows } = await sql`
        insert into onboarding_requests (${sql.join(columns)}) select ${sql.join(Object.values(fields))}
        where not exists (select from onboarding_requests where email_key = lower(${input.email})
          and status = 'pending' and mailed_at > ${longAgo}) returning id`.execute(system.db)
      return rows.length > 0 ? null : { mailedAt: await lastMailed(system, input.email) }
    })
    if (refused) throw tooSoon(ctx, refused)
    // Checked last, because provisioning holds the lock on the address until the account exists.
    if (await isAddressTaken(ctx, input.email)) throw emailExists(input.locale)
    const { adminEmail } = inject(settings)
    if (adminEmail) enqueue(notifyAdmin, { email: input.email, organizationName: input.organizationName })
    return { id, token, browser: browser.token }
  },
})

/** 409 for an email address that already has an account. */
export function emailExists(locale: Locale) {
  const message = onboardingText(locale, 'emailExists')
  return conflict(message, { fieldErrors: { email: message } })
}

async function lastMailed({ db }: Pick<SystemContext, 'db'>, email: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select max(mailed_at) as at from onboarding_requests
    where email_key = lower(${email}) and status = 'pending'`.execute(db)
  return rows[0]?.at ?? null
}

/** 409 with the remaining minutes, 1 to 10. */
function tooSoon(
  { input, now }: CommandContext<z.output<typeof submitRequest.input>>,
  { mailedAt }: { readonly mailedAt: string | null },
) {
  const elapsed = mailedAt ? now().getTime() - Date.parse(mailedAt) : 0
  const minutes = Math.min(HOLD_MINUTES, Math.max(1, Math.ceil(HOLD_MINUTES - elapsed / MINUTE)))
  const message = onboardingText(input.locale, 'pending', { minutes })
  return conflict(message, { fieldErrors: { email: message } })
}
