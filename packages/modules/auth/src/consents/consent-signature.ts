import { areSigned, type SecretKey, signValues } from '@plinth/core/security'

/** What a consent says, and about whom. Times are ISO 8601. */
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

/** Signs a consent with the tenant and organization it belongs to. */
export function signConsent(keys: readonly SecretKey[], consent: SignedConsent): string | null {
  const [key] = keys
  if (!key) return null
  return signValues({ key, purpose, values: [consent.tenantId, consent.organizationId, ...published(consent)] })
}

/** Whether a consent is unchanged since it was signed; the published unversioned form counts too. */
export function isConsentGenuine(
  keys: readonly SecretKey[],
  consent: SignedConsent,
  signature: string | null,
): boolean {
  const legacyValues = published(consent)
  const values = [consent.tenantId, consent.organizationId, ...legacyValues]
  return areSigned({ keys, purpose, values, signature, legacyValues })
}

function published({ userId, consentType, isGranted, grantedAt, withdrawnAt, ipAddress, source }: SignedConsent) {
  return [userId, consentType, isGranted, grantedAt, withdrawnAt, ipAddress, source]
}
