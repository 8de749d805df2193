import { defineMigration, defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Domains of addresses, by which the accounts of a domain are found: with row-level security, no index serves `substring`. */
export const emailDomains = defineMigration(
  'auth.email_domains',
  sqlFile(new URL('./0017-email-domains.sql', import.meta.url)),
)

/** The same for existing accounts, and the index. */
export const emailDomainsOnline = defineOnlineMigration(
  'auth.email_domains_online',
  sqlFile(new URL('./0017-email-domains-online.sql', import.meta.url)),
)
