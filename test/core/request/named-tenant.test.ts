import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import {
  findRoute,
  routeName,
  routesOf,
  type RouteRequest,
  toWire,
} from '../../../packages/testing/src/route-request.ts'
import { openTogether } from '../../modules/together/_platform.ts'

/** One's own account stays at home, wherever one works. */
const atHome = [
  'PUT /auth/profile',
  'PUT /auth/sidebar/preferences',
  'POST /auth/list-views',
  'GET /auth/profile/settings',
  'PUT /auth/profile/settings',
  'POST /auth/session/verify',
  'POST /auth/factors/totp',
  'POST /auth/factors/totp/confirm',
  'POST /auth/factors/passkeys/options',
  'POST /auth/factors/passkeys',
  'POST /auth/factors/recovery-codes',
  'DELETE /auth/factors',
  'DELETE /auth/sessions',
]

/** Provisioning is for service accounts, which work in their own tenant only. */
const isProvisioning = (path: string) => path.startsWith('/scim/')

/** The request as a super admin sends it who is at home elsewhere and has selected no tenant. */
function naming(method: string, { query, body, ...request }: RouteRequest): RouteRequest {
  if (method !== 'GET' && typeof body === 'object' && body !== null && !(body instanceof Uint8Array))
    return { ...request, query, body: { organizationId: tenantA.organization, ...body, tenantId: tenantA.id } }
  const headers = { ...request.headers, cookie: `om_selected_org=${tenantA.organization}` }
  return { headers, params: request.params ?? {}, body, query: { ...query, tenantId: tenantA.id } }
}

test(
  'a super admin of another tenant names the one to work in, at every route (decision: Super admins and tenants)',
  { timeout: 300_000 },
  async () => {
    await using app = await openTogether()
    const failures: string[] = []
    for (const sample of app.fixtures.contract.samples) {
      const route = findRoute(routesOf(app.platform), sample.route)
      const who = typeof sample.as === 'function' ? await sample.as(app) : sample.as
      if (who === undefined || sample.expect >= 300 || atHome.includes(sample.route)) continue
      if (isProvisioning(route.path)) continue
      const { actor, scope } = app.callerOf(who)
      if (scope.tenantId !== tenantA.id) continue
      const made = typeof sample.request === 'function' ? await sample.request(app) : (sample.request ?? {})
      const { path, ...wire } = toWire(route, naming(route.method, made))
      const [before] = await app.sql<{ n: number }>(
        'select count(*)::int as n from plinth.action_log where tenant_id = $1',
        [tenantB.id],
      )
      const root = app.as({ isSuperAdmin: true, tenantId: tenantB.id, ...(actor.userId && { userId: actor.userId }) })
      const answer = await root.fetch(path, wire)
      const text = await answer.text()
      const [after] = await app.sql<{ n: number }>(
        'select count(*)::int as n from plinth.action_log where tenant_id = $1',
        [tenantB.id],
      )
      if (answer.status !== sample.expect)
        failures.push(`${routeName(route)} answers ${answer.status}: ${text.slice(0, 200)}`)
      if (before?.n !== after?.n) failures.push(`${routeName(route)} is logged in the tenant of who asked`)
    }
    expect(failures).toEqual([])
  },
)
