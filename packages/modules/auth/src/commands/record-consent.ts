import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { signConsent } from '../consents/consent-signature.ts'
import { features } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { User, UserConsent } from '../entities.ts'

/**
 * Records that a user gave or withdrew a consent: there is one signed row per user and type. Withdrawing keeps the time of the
 * last grant.
 */
export const recordConsent = defineCommand({
  id: 'auth.consents.record',
  label: 'Record consent',
  access: features['users.edit'],
  // Consents are evidence: a statement is superseded by another record, never undone.
  undoable: false,
  resource: 'auth.user_consent',
  input: z.object({
    userId: z.uuid(),
    consentType: z.string().min(1).max(100),
    isGranted: z.boolean(),
    source: z.string().max(100).nullable().default(null),
    ipAddress: z.string().max(64).nullable().default(null),
  }),
  output: z.object({ id: z.uuid() }),
  target: ({ input }) => ({ parent: { kind: 'auth.user', id: input.userId } }),
  async run({ input, from, inject, now }) {
    const { userId, consentType, isGranted, source, ipAddress } = input
    const { tenantId, organizationId } = await from.lock(User, userId)
    const [existing] = await from.lockAll(UserConsent, { userId, consentType })
    const at = now().toISOString()
    const state = {
      isGranted,
      grantedAt: isGranted ? at : (existing?.grantedAt ?? null),
      withdrawnAt: isGranted ? null : at,
      source,
      ipAddress,
      organizationId,
    }
    const signature = signConsent(inject(credentials), { ...state, userId, consentType, tenantId })
    const { id } = existing
      ? await from.change(UserConsent, existing, { ...state, signature })
      : await from.create(UserConsent, { userId, consentType, ...state, signature })
    return { id }
  },
})
