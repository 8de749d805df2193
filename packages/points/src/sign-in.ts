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
    ctx: Pick<Context, 'from' | 'inject' | 'scope' | 'now' | 'db' | 'cached' | 'widenScope'>,
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

/** Another system that keeps names and addresses of accounts up to date, such as a provider that provisions them. */
export interface AccountKeeper {
  /** `<module>.<name>` */
  readonly id: string
  /** Whether it keeps this account of the current tenant. */
  keeps(ctx: Pick<Context, 'from' | 'scope'>, userId: string): Promise<boolean>
}

/**
 * Who keeps accounts up to date. Sign-ins through an identity provider leave the names and addresses of these accounts alone, so
 * that two systems do not change them back and forth.
 */
export const accountKeepers = definePoint<AccountKeeper>({
  id: 'auth.account_keepers',
  title: 'Account keeper',
  name: ({ id }) => id,
})

/** An account of the current tenant. */
export interface LinkedAccount {
  readonly userId: string
  readonly email: string
}

/** Links of accounts to identity providers, as a module for single sign-on keeps them. */
export interface AccountLinks {
  /** `<module>.<name>` */
  readonly id: string
  /**
   * Whether somebody signs in to the account through an identity provider that may speak for its address: the tenant has proven that
   * the address's domain is its own. False for accounts that are kept for emergencies.
   */
  isLinked(ctx: Pick<Context, 'from' | 'scope'>, account: LinkedAccount): Promise<boolean>
}

/** Who knows which accounts identity providers of the tenant speak for. Provisioning takes over no others. */
export const accountLinks = definePoint<AccountLinks>({
  id: 'auth.account_links',
  title: 'Account links',
  name: ({ id }) => id,
})
