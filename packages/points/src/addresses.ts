import { type Context, definePoint } from '@plinth/core'

/** An email address that an account is about to get. */
export interface AddressChange {
  /** Null for a new account. */
  readonly userId: string | null
  /** The tenant that the account will be in. It differs from the caller's if a super admin moves an account. */
  readonly tenantId: string
  readonly email: string
  /** Null for a new account, or one that comes back by undo or from another tenant. */
  readonly formerEmail: string | null
  /**
   * Who sets it: the owner of the account; somebody else who may, such as an administrator or the key of an identity provider; the
   * platform itself, for sign-ups and sign-ins through a provider; or the owner of the former address, with the mailed link that
   * restores it.
   */
  readonly by: 'owner' | 'administrator' | 'platform' | 'link'
}

/** Why an account may not get an address. */
export interface AddressRefusal {
  /** For people. */
  readonly message: string
  /** For clients, such as `domain_owned`. */
  readonly code: string
}

/** Decides whether an account may get an address. */
export interface AddressCheck {
  /** `<module>.<name>` */
  readonly id: string
  /** Runs inside the command that sets the address, before it writes. Returns null to allow it. */
  refuse(
    ctx: Pick<Context, 'actor' | 'from' | 'inject' | 'scope' | 'now' | 'db' | 'cached' | 'widenScope'>,
    change: AddressChange,
  ): Promise<AddressRefusal | null>
}

/**
 * Checks with which modules restrict the addresses of accounts, for example to those whose domain no other tenant owns. Everything
 * that sets an address runs all of them, undo and redo included; a refusal is 400 with the error of the field `email`.
 */
export const addressChecks = definePoint<AddressCheck>({
  id: 'auth.address_checks',
  title: 'Address check',
  name: ({ id }) => id,
})
