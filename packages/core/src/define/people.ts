import { defineService } from './service.ts'

/** The people of the caller's tenant, for modules that send them something. */
export interface People {
  /**
   * Who may be reached under each name: the id or e-mail of an account, the id or name of a role for those who hold
   * it. Accounts that are not confirmed, and what is nobody's, have no member.
   */
  find(names: readonly string[]): Promise<ReadonlyMap<string, readonly Person[]>>
  /** What the tenant is called. */
  tenantName(): Promise<string>
}

export interface Person {
  readonly id: string
  readonly email: string
}

/** Filled in by the module that keeps accounts; without one there is nobody. */
export const people = defineService<People>('core.people', ({ scope }) => ({
  find: async () => new Map(),
  tenantName: async () => scope.tenantId,
}))

/** One message, as text and as HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mail. Rejects when the message could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Resolve with `get(mailer)`; the host provides it. */
export const mailer = defineService<Mailer>('core.mailer')
