import type { Scope } from '../data/scope.ts'
import { defineService } from './service.ts'

/** What somebody may do, compiled so that one check is one look-up. */
export interface Grants {
  has(featureId: string): boolean
  /** The grants as they were given: feature ids, `module.*`, `*`. */
  readonly list: readonly string[]
}

/**
 * Who is acting.
 *
 * @example
 * const isOwn = ({ userId }: Actor, ownerId: string) => userId === ownerId
 */
export interface Actor {
  /** A user's id, `api_key:<id>`, or `system:<reason>`. */
  readonly id: string
  readonly kind: 'anonymous' | 'user' | 'api_key' | 'system'
  /** The user behind the actor, when there is one. */
  readonly userId: string | null
  readonly email: string | null
  /** For display only: rights come from `grants`, never from a role's name. */
  readonly roles: readonly string[]
  readonly isSuperAdmin: boolean
  readonly grants: Grants
  /** The organizations the actor may choose from; null means all of the tenant. */
  readonly allowedOrganizationIds: readonly string[] | null
  readonly homeTenantId: string | null
  readonly homeOrganizationId: string | null
  readonly sessionId: string | null
}

/**
 * An actor, and whose data they act on.
 *
 * @example
 * const session: Session = { actor, scope: { ...scope, organizationIds: [scope.organizationId] } }
 */
export interface Session {
  readonly actor: Actor
  readonly scope: Scope
}

/** What precedes an API key's id in `Actor.id`. */
export const API_KEY = 'api_key:'

/** Whether an actor's id is that of an API key. */
export const isKey = (actorId: string): boolean => actorId.startsWith(API_KEY)

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
