import { type Context, definePoint } from '@plinth/core'

/** A sign-in that is about to succeed: the password or factor was right. */
export interface SignInAttempt {
  readonly userId: string
  readonly tenantId: string
  readonly email: string
  readonly method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'
}

/** Why an account may not sign in this way. */
export interface SignInRefusal {
  /** For people. */
  readonly message: string
  /** For clients, such as `sso_required`. */
  readonly code: string
  /** Where the person can sign in instead, on this site. */
  readonly redirect?: string
}

/** Decides whether an account may sign in this way. */
export interface SignInCheck {
  /** `<module>.<name>` */
  readonly id: string
  /** Runs inside the command that creates the login, in the account's tenant. Returns null to allow it. */
  refuse(
    ctx: Pick<Context, 'from' | 'inject' | 'scope' | 'now' | 'db' | 'cached' | 'asSystem'>,
    attempt: SignInAttempt,
  ): Promise<SignInRefusal | null>
}

/**
 * Checks with which modules restrict how accounts sign in, for example to single sign-on. Every way of signing in runs all of
 * them.
 */
export const signInChecks = definePoint<SignInCheck>({
  id: 'auth.sign_in_checks',
  title: 'Sign-in check',
  name: ({ id }) => id,
})
