import type { PasswordPolicy } from '@plinth/auth'

/** What the pages need to know about the host. */
export interface PageSettings {
  /** Whether self-service sign-up is enabled. */
  readonly signsUp: boolean
  /** URL or path of the terms of use. Without it, nobody is asked to accept any. */
  readonly termsUrl?: string | undefined
  readonly passwordPolicy: PasswordPolicy
}
