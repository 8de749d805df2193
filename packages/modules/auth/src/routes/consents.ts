import { badInput, type Context, get, signedIn } from '@plinth/core'
import { z } from 'zod'
import { isConsentGenuine } from '../consents/consent-signature.ts'
import { features } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { UserConsent } from '../entities.ts'
import { ofOwnAccount } from './factors.ts'

const Consent = z.object({
  id: z.uuid(),
  consentType: z.string(),
  isGranted: z.boolean(),
  grantedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  source: z.string().nullable(),
  ipAddress: z.string().nullable(),
  integrityValid: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
})

/** GET /auth/users/consents: newest first, each with whether its signature is valid. */
export const listConsents = get(
  '/auth/users/consents',
  {
    operation: 'listUserConsents',
    access: features['users.edit'],
    summary: 'List the consents of a user.',
    query: z.object({ userId: z.uuid() }),
    response: z.object({ ok: z.literal(true), items: z.array(Consent) }),
    errors: [400],
    onInvalid: () => badInput('Invalid userId', { ok: false }),
  },
  async (ctx) => ({ ok: true as const, items: await readConsents(ctx, ctx.query.userId) }),
)

/** GET /auth/consents: the caller's consents. Not part of the published API; a Plinth addition (decision: Own consents). */
export const listOwnConsents = get(
  '/auth/consents',
  {
    operation: 'listConsents',
    access: signedIn,
    summary: "List the caller's own consents.",
    response: z.object({ items: z.array(Consent) }),
    errors: [400],
  },
  (ctx) => ofOwnAccount(ctx, async (own, userId) => ({ items: await readConsents(own, userId) })),
)

async function readConsents({ from, inject }: Pick<Context, 'from' | 'inject'>, userId: string) {
  const own = inject(credentials)
  const rows = await from(UserConsent, 'c')
    .selectAll()
    .where('c.userId', '=', userId)
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, integrityValid: isConsentGenuine(own, row, row.signature) }))
}
