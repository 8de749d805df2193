import type { PasswordPolicy } from '@plinth/auth'

/** What the sign-in pages need to know about the product. */
export interface SignInSettings {
  /** The name of the product. Default: Plinth. */
  readonly brand?: string | undefined
  /** Where people go once they are signed in, unless they wanted another page. Default: `/backend`. */
  readonly homePath?: string
  /** Whether self-service sign-up is enabled. Default: whether `@plinth/onboarding` is composed. */
  readonly signsUp?: boolean
  /** URL or path of the terms of use. Without it, nobody is asked to accept any. */
  readonly termsUrl?: string | undefined
  /** The `passwordPolicy` of the options of `auth()`, so that the pages can say what a password needs. */
  readonly passwordPolicy?: PasswordPolicy
}

/** The settings, with defaults. */
export interface PageSettings extends SignInSettings {
  readonly homePath: string
  readonly signsUp: boolean
  readonly passwordPolicy: PasswordPolicy
}
