import { badInput, get, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { isConsentGenuine, type SignedConsent } from '../consents/consent-signature.ts'
import { features } from '../contract.ts'
import { credentials } from '../credentials.ts'

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

interface Row extends SignedConsent {
  readonly id: string
  readonly signature: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** GET /auth/users/consents: newest first, each with whether it is as it was signed. */
export const listConsents = get(
  '/auth/users/consents',
  {
    access: features['users.edit'],
    summary: 'What a user has agreed to.',
    query: z.object({ userId: z.uuid() }),
    response: z.object({ ok: z.literal(true), items: z.array(Consent) }),
    errors: [400],
    onInvalid: () => badInput('Invalid userId', { ok: false }),
  },
  async ({ db, scope, query, get }) => {
    const { consentKeys } = get(credentials)
    const { rows } = await sql<Row>`
      select c.id, c.tenant_id as "tenantId", c.organization_id as "organizationId", c.user_id as "userId",
        c.consent_type as "consentType", c.is_granted as "isGranted", c.granted_at as "grantedAt",
        c.withdrawn_at as "withdrawnAt", c.source, c.ip_address as "ipAddress", c.signature,
        c.created_at as "createdAt", c.updated_at as "updatedAt"
      from user_consents c where ${inScope(scope, 'c')} and c.user_id = ${query.userId}
      order by c.created_at desc, c.id desc`.execute(db)
    const items = rows.map((row) => ({ ...row, integrityValid: isConsentGenuine(consentKeys, row, row.signature) }))
    return { ok: true as const, items }
  },
)
