import { type Actor, type Caller, defineModule, type Feature, type Module, type PlatformCaller } from '@plinth/core'
import { compileGrants, type StoredPolicies } from '@plinth/core/acl'
import { toCaller } from '@plinth/core/internal'
import { type Selection, wire } from '@plinth/core/http'
import { defineAuthenticator } from '@plinth/core/security'
import { randomBytes } from 'node:crypto'
import { tenantA, tenantB } from './tenants.ts'

/** A caller defined by a test. Default: works in tenant A's first organization and sees the whole tenant. */
export interface Persona {
  /** The granted features: ids, `module.*` or `*`. */
  readonly features?: readonly (Feature | string)[]
  readonly tenantId?: string
  /** The organization the caller works in. */
  readonly organizationId?: string | null
  /** The organizations the caller sees; null for all of the tenant. */
  readonly organizationIds?: readonly string[] | null
  readonly isSuperAdmin?: boolean
  readonly kind?: 'user' | 'api_key'
  readonly userId?: string
  readonly email?: string | null
  /** Row policies, by kind of resource and action. */
  readonly policies?: StoredPolicies
}

/**
 * The caller a test acts as: the name of a declared role, which is always the same person, a persona, which is somebody new each
 * time unless it names a `userId`, or an existing caller.
 */
export type Who = string | Persona | Caller | PlatformCaller

const HEADER = 'x-test-login'

/** The id of the module that recognizes personas. */
export const LOGINS = 'test_logins'

/** The callers of all platforms of this process, by their secrets, which are random. */
const callers = new Map<string, Caller>()

/** Authenticates callers by a secret header. Composed before all other modules. */
export const testLogins: Module = defineModule({
  id: LOGINS,
  title: 'Test logins',
  authenticators: [
    defineAuthenticator({
      id: LOGINS,
      carrier: 'header',
      authenticate: async ({ request: { headers, selection } }) => {
        const caller = callers.get(headers.get(HEADER) ?? '')
        return caller ? inSelection(caller, selection) : null
      },
    }),
  ],
})

/** The logins of a platform. Nothing outside `testing/` knows their secrets. */
export class Logins implements Disposable {
  readonly #secrets = new Set<string>()
  readonly #holders = new Map<string, Caller>()
  readonly #modules: readonly Module[]

  constructor(modules: readonly Module[]) {
    this.#modules = modules
  }

  /** The headers that authenticate a request as `who`. */
  headersOf(who: Who): Readonly<Record<string, string>> {
    const secret = randomBytes(18).toString('base64url')
    callers.set(secret, this.callerOf(who))
    this.#secrets.add(secret)
    return { [HEADER]: secret }
  }

  /** Ends all logins. */
  [Symbol.dispose](): void {
    for (const secret of this.#secrets) callers.delete(secret)
  }

  callerOf(who: Who): Caller {
    if (typeof who !== 'string') return 'actor' in who ? toCaller(who) : ofPersona(who, [])
    const role = who.toLowerCase()
    const known = this.#holders.get(role)
    if (known) return known
    const declared = this.#modules.flatMap(({ roles = {} }) => Object.entries(roles))
    const grants = declared.filter(([name]) => name.toLowerCase() === role).map(([, features]) => features)
    if (grants.length === 0) throw new Error(this.#unknownRole(who))
    const holder = ofPersona({ features: grants.flat(), email: `${role}@example.com` }, [role])
    this.#holders.set(role, holder)
    return holder
  }

  #unknownRole(role: string): string {
    const known = new Set(this.#modules.flatMap(({ roles }) => Object.keys(roles ?? {})))
    return `No composed module declares a role '${role}'; there are: ${[...known].join(', ') || 'none'}`
  }
}

/**
 * Moves the caller to the tenant and organization that a request selects, as far as the caller may select them and they are among
 * the tests' own tenants. The actor is a new object each time, as it is for an account that signs in with a password.
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

function ofPersona(persona: Persona, roles: readonly string[]): Caller {
  const { features = [], isSuperAdmin = false, kind = 'user', organizationIds = null, policies } = persona
  const grants = features.map((feature) => (typeof feature === 'string' ? feature : feature.id))
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
    grants: compileGrants(grants),
    ...(policies && { layers: [[{ source: { kind: 'user' }, features: grants, policies }]] }),
    allowedOrganizationIds: organizationIds,
    homeTenantId: tenantId,
    homeOrganizationId: organizationId,
    sessionId: kind === 'user' ? crypto.randomUUID() : null,
    // As if they had just signed in, whatever the clock of the test says.
    verifiedAt: kind === 'user' ? Number.MAX_SAFE_INTEGER : null,
  }
  return { actor, scope: { tenantId, organizationId, organizationIds } }
}
