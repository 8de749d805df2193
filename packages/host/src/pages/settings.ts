import type { PasswordPolicy } from '@plinth/auth'

/** What the pages need to know about the host. */
export interface PageSettings {
  /** The name of the product. Default: Plinth. */
  readonly brand?: string | undefined
  /** Whether self-service sign-up is enabled. */
  readonly signsUp: boolean
  /** URL or path of the terms of use. Without it, nobody is asked to accept any. */
  readonly termsUrl?: string | undefined
  readonly passwordPolicy: PasswordPolicy
  /** Whether the sign-in pages are served. Default: true. */
  readonly signIn?: boolean
  /** Whether the API reference is served. Default: true. */
  readonly apiReference?: boolean
}
