import { areSigned } from '@plinth/core/security'
import type { Credentials } from '../credentials.ts'

/** The signed content of a consent. Times are ISO 8601. */
export interface SignedConsent {
  readonly tenantId: string
  readonly organizationId: string | null
  readonly userId: string
  readonly consentType: string
  readonly isGranted: boolean
  readonly grantedAt: string | null
  readonly withdrawnAt: string | null
  readonly ipAddress: string | null
  readonly source: string | null
}

const purpose = 'auth.consent'

/** Signs a consent together with its tenant and organization. */
export const signConsent = ({ ring }: Pick<Credentials, 'ring'>, consent: SignedConsent): string =>
  ring.sign(purpose, [consent.tenantId, consent.organizationId, ...published(consent)])

/** Whether a consent is unchanged since it was signed. The published unversioned format is accepted as well. */
export function isConsentGenuine(
  { ring, formerConsentKeys: keys }: Pick<Credentials, 'ring' | 'formerConsentKeys'>,
  consent: SignedConsent,
  signature: string | null,
): boolean {
  const legacyValues = published(consent)
  const values = [consent.tenantId, consent.organizationId, ...legacyValues]
  return ring.isSigned(purpose, values, signature) || areSigned({ keys, purpose, values, signature, legacyValues })
}

function published({ userId, consentType, isGranted, grantedAt, withdrawnAt, ipAddress, source }: SignedConsent) {
  return [userId, consentType, isGranted, grantedAt, withdrawnAt, ipAddress, source]
}
