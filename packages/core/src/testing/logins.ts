import { randomBytes } from 'node:crypto'
import { compileGrants } from '../acl/grants.ts'
import type { Actor, Caller, Feature } from '../define/access.ts'
import { defineAuthenticator } from '../define/authenticator.ts'
import type { Selection } from '../define/context.ts'
import { defineModule, type Module } from '../define/module.ts'
import { wire } from '../http/wire.ts'
import { tenantA, tenantB } from './tenants.ts'

/** A caller made up for a test. Default: tenant A's first organization, seeing the whole tenant. */
export interface Persona {
  /** What they may do: features, `module.*` or `*`. */
  readonly features?: readonly (Feature | string)[]
  readonly tenantId?: string
  /** The organization they work in. */
  readonly organizationId?: string | null
  /** The organizations they see; null for all of the tenant. */
  readonly organizationIds?: readonly string[] | null
  readonly isSuperAdmin?: boolean
  readonly kind?: 'user' | 'api_key'
  readonly userId?: string
  readonly email?: string | null
}

/** Whom a test acts as: a role that the composed modules declare, a persona, or a caller made elsewhere. */
export type Who = string | Persona | Caller

const HEADER = 'x-test-login'

/** Callers by a secret header. The secrets are random and per platform; nothing outside `testing/` knows of them. */
export class Logins {
  readonly #callers = new Map<string, Caller>()
  readonly #modules: readonly Module[]

  constructor(modules: readonly Module[]) {
    this.#modules = modules
  }

  /** Recognises the header; composed before every other module. */
  readonly module: Module = defineModule({
    id: 'test_logins',
    title: 'Test logins',
    authenticators: [
      defineAuthenticator({
        id: 'test_logins',
        carrier: 'header',
        authenticate: async ({ request: { headers, selection } }) => {
          const caller = this.#callers.get(headers.get(HEADER) ?? '')
          return caller ? inSelection(caller, selection) : null
        },
      }),
    ],
  })

  /** The headers that make a request come from `who`. */
  headersOf(who: Who): Readonly<Record<string, string>> {
    const secret = randomBytes(18).toString('base64url')
    this.#callers.set(secret, this.callerOf(who))
    return { [HEADER]: secret }
  }

  callerOf(who: Who): Caller {
    if (typeof who !== 'string') return 'actor' in who ? who : toCaller(who, [])
    const declared = this.#modules.map(({ roles }) => roles?.[who])
    if (declared.every((grants) => grants === undefined)) throw new Error(this.#unknownRole(who))
    return toCaller({ features: declared.flatMap((grants) => grants ?? []) }, [who])
  }

  #unknownRole(role: string): string {
    const known = new Set(this.#modules.flatMap(({ roles }) => Object.keys(roles ?? {})))
    return `No composed module declares a role '${role}'; there are: ${[...known].join(', ') || 'none'}`
  }
}

/**
 * The caller where a request wants to work, as far as the caller may and the tests' own tenants have it. The actor is
 * another object each time, as that of an account is which signs in with a password.
 */
function inSelection(caller: Caller, { tenantId, organizationId }: Selection): Caller {
  const actor = { ...caller.actor }
  const isElsewhere = actor.isSuperAdmin && tenantId !== undefined && testOrganizations.has(tenantId)
  const scope =
    isElsewhere && tenantId !== caller.scope.tenantId
      ? { tenantId, organizationId: null, organizationIds: null }
      : caller.scope
  if (organizationId === undefined) return { actor, scope }
  if (organizationId === wire.allOrganizations)
    return { actor, scope: { ...scope, organizationId: null, organizationIds: actor.allowedOrganizationIds } }
  const known = actor.allowedOrganizationIds ?? testOrganizations.get(scope.tenantId) ?? []
  return known.includes(organizationId)
    ? { actor, scope: { ...scope, organizationId, organizationIds: [organizationId] } }
    : { actor, scope: { ...scope, organizationId: null } }
}

const testOrganizations: ReadonlyMap<string, readonly string[]> = new Map([
  [tenantA.id, [tenantA.organization, tenantA.otherOrganization]],
  [tenantB.id, [tenantB.organization]],
])

function toCaller(persona: Persona, roles: readonly string[]): Caller {
  const { features = [], isSuperAdmin = false, kind = 'user', organizationIds = null } = persona
  const tenantId = persona.tenantId ?? tenantA.id
  const home = tenantId === tenantA.id ? tenantA.organization : null
  const organizationId = persona.organizationId === undefined ? (organizationIds?.[0] ?? home) : persona.organizationId
  const id = persona.userId ?? crypto.randomUUID()
  const actor: Actor = {
    id: kind === 'api_key' ? `api_key:${id}` : id,
    kind,
    userId: kind === 'user' ? id : null,
    email: kind === 'user' && persona.email !== null ? (persona.email ?? 'somebody@example.com') : null,
    roles,
    isSuperAdmin,
    grants: compileGrants(features.map((feature) => (typeof feature === 'string' ? feature : feature.id))),
    allowedOrganizationIds: organizationIds,
    homeTenantId: tenantId,
    homeOrganizationId: organizationId,
    sessionId: kind === 'user' ? crypto.randomUUID() : null,
  }
  return { actor, scope: { tenantId, organizationId, organizationIds } }
}
