import { defineMigration } from '@plinth/core'

/** Proofs of domains are looked at again: since when the record is missing, and when the proof has lapsed. */
export const domainProofs = defineMigration(
  'sso.domain_proofs',
  `alter table sso_domains add column missing_since timestamptz, add column lapsed_at timestamptz`,
)
