import { badInput, get } from '@plinth/core'
import { z } from 'zod'
import { isConsentGenuine } from '../consents/consent-signature.ts'
import { features } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { UserConsent } from '../entities.ts'

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
    summary: 'What a user has agreed to.',
    query: z.object({ userId: z.uuid() }),
    response: z.object({ ok: z.literal(true), items: z.array(Consent) }),
    errors: [400],
    onInvalid: () => badInput('Invalid userId', { ok: false }),
  },
  async ({ from, query, inject }) => {
    const own = inject(credentials)
    const rows = await from(UserConsent, 'c')
      .selectAll()
      .where('c.userId', '=', query.userId)
      .orderBy('c.createdAt', 'desc')
      .orderBy('c.id', 'desc')
      .execute()
    const items = rows.map((row) => ({ ...row, integrityValid: isConsentGenuine(own, row, row.signature) }))
    return { ok: true as const, items }
  },
)
