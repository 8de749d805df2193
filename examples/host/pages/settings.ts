import type { PasswordPolicy } from '@plinth/core/security'

/** What the pages have to know of the host. */
export interface PageSettings {
  /** Whether anybody may found a tenant. */
  readonly signsUp: boolean
  /** Where the terms of use are, an address or a path; without them nobody is asked to accept any. */
  readonly termsUrl?: string | undefined
  readonly passwordPolicy: PasswordPolicy
}
