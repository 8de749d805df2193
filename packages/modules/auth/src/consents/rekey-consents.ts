import { type Sql, sql } from '@plinth/core'
import { defineRekey, type KeyRing } from '@plinth/core/security'
import { credentials, type Credentials } from '../credentials.ts'
import { isConsentGenuine, signConsent, type SignedConsent } from './consent-signature.ts'

/** Consents per transaction. */
const BATCH = 1_000

/**
 * Signs consents with the current secret. A consent that was changed after it was signed is left unchanged, so that the change
 * is still noticed.
 */
export const rekeyConsents = defineRekey({
  id: 'auth.consents',
  async run({ inject, transaction, count, signal }) {
    const own = inject(credentials)
    for (let after: string | undefined, isEnd = false; !isEnd && !signal.aborted;) {
      const position: string | undefined = after
      const { found, renewed } = await transaction(async (db) => {
        const consents = await readConsents(db, own.ring, position)
        const genuine = consents.filter((consent) => isConsentGenuine(own, consent, consent.signature))
        if (genuine.length > 0) await storeSignatures(db, own, genuine)
        return { found: consents, renewed: genuine.length }
      })
      count({ renewed, left: found.length - renewed })
      after = found.at(-1)?.position
      isEnd = found.length < BATCH
    }
  },
})

interface StoredConsent extends SignedConsent {
  readonly id: string
  readonly signature: string
  /** In the order of the primary key. */
  readonly position: string
}

async function readConsents(
  db: Sql,
  { id }: Pick<KeyRing, 'id'>,
  after: string | undefined,
): Promise<readonly StoredConsent[]> {
  const [tenantId, consentId] = after?.split(' ') ?? []
  const from = after === undefined ? sql`true` : sql`(c.tenant_id, c.id) > (${tenantId}::uuid, ${consentId}::uuid)`
  const { rows } = await sql<
    Omit<StoredConsent, 'grantedAt' | 'withdrawnAt'> & { granted: Instant; withdrawn: Instant }
  >`
    select c.id, c.tenant_id as "tenantId", c.organization_id as "organizationId", c.user_id as "userId",
      c.consent_type as "consentType", c.is_granted as "isGranted", c.granted_at as granted, c.withdrawn_at as withdrawn,
      c.ip_address as "ipAddress", c.source, c.signature, c.tenant_id || ' ' || c.id as position
    from user_consents c where ${from} and c.signature is not null and c.signature not like ${`${id}.%`}
    order by c.tenant_id, c.id limit ${BATCH} for update`.execute(db)
  return rows.map(({ granted, withdrawn, ...consent }) => ({
    ...consent,
    grantedAt: toIso(granted),
    withdrawnAt: toIso(withdrawn),
  }))
}

type Instant = string | Date | null

const toIso = (at: Instant) => (at === null ? null : new Date(at).toISOString())

async function storeSignatures(db: Sql, own: Credentials, consents: readonly StoredConsent[]): Promise<void> {
  await sql`update user_consents c set signature = v.signature
    from unnest(${consents.map(({ tenantId }) => tenantId)}::uuid[], ${consents.map(({ id }) => id)}::uuid[],
      ${consents.map((consent) => signConsent(own, consent))}::text[]) v(tenant_id, id, signature)
    where c.tenant_id = v.tenant_id and c.id = v.id`.execute(db)
}
