import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { auditLogs } from '@plinth/audit-logs'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { type ModuleFixtures, type Sample, tenantA, tenantB, type TestPlatform } from '@plinth/core/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { expect, test } from 'vitest'
import {
  findRoute,
  nameOf,
  routesOf,
  type RouteRequest,
  toWire,
} from '../../../packages/core/src/testing/route-request.ts'
import { keysApp } from '../../modules/api-keys/_keys.ts'
import { attachmentsContract } from '../../modules/attachments/_contract.ts'
import { filesApp } from '../../modules/attachments/_files.ts'
import { authApp } from '../../modules/auth/_accounts.ts'
import { writingContract } from '../../modules/business-rules/_contract.ts'
import { executingContract } from '../../modules/business-rules/_executing.ts'
import { rulesApp } from '../../modules/business-rules/_rules.ts'
import { catalogContract } from '../../modules/catalog/_contract.ts'
import { shopApp } from '../../modules/catalog/_shop.ts'
import { dashboardApp } from '../../modules/dashboards/_dashboards.ts'
import { dashboardsContract } from '../../modules/dashboards/dashboards-contract.ts'
import { directoryApp } from '../../modules/directory/directory-app.ts'
import { progressContract } from '../../modules/progress/_contract.ts'
import { workApp } from '../../modules/progress/_work.ts'

interface Module {
  readonly app: () => Promise<TestPlatform>
  readonly samples: readonly Sample[]
}

const samplesOf = ({ contract }: ModuleFixtures) => contract?.samples ?? []

const modules: Readonly<Record<string, Module>> = {
  'API keys': { app: keysApp, samples: samplesOf(apiKeysFixtures) },
  attachments: { app: () => filesApp({ maxFileSize: 10_000 }), samples: attachmentsContract.samples },
  'audit logs': { app: () => authApp({ modules: [auditLogs] }), samples: samplesOf(auditLogsFixtures) },
  'business rules': { app: rulesApp, samples: writingContract.samples },
  'running rules': { app: rulesApp, samples: executingContract.samples },
  catalog: { app: shopApp, samples: catalogContract.samples },
  dashboards: { app: dashboardApp, samples: dashboardsContract.samples },
  directory: { app: directoryApp, samples: samplesOf(directoryFixtures) },
  progress: { app: workApp, samples: progressContract.samples },
}

/** The request as a super admin sends it who is at home elsewhere and has selected no tenant. */
function naming(method: string, { query, body, ...request }: RouteRequest): RouteRequest {
  if (method !== 'GET' && typeof body === 'object' && body !== null && !(body instanceof Uint8Array))
    return { ...request, query, body: { organizationId: tenantA.organization, ...body, tenantId: tenantA.id } }
  const headers = { ...request.headers, cookie: `om_selected_org=${tenantA.organization}` }
  return { headers, params: request.params ?? {}, body, query: { ...query, tenantId: tenantA.id } }
}

test.each(Object.entries(modules))(
  'a super admin of another tenant names the one to work in: %s (decision 31)',
  { timeout: 240_000 },
  async (_, { app: start, samples }) => {
    await using app = await start()
    const failures: string[] = []
    for (const sample of samples) {
      const route = findRoute(routesOf(app.platform), sample.route)
      const who = typeof sample.as === 'function' ? await sample.as(app) : sample.as
      if (who === undefined || sample.expect >= 300) continue
      const { actor, scope } = app.sessionOf(who)
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
        failures.push(`${nameOf(route)} answers ${answer.status}: ${text.slice(0, 200)}`)
      if (before?.n !== after?.n) failures.push(`${nameOf(route)} is logged in the tenant of who asked`)
    }
    expect(failures).toEqual([])
  },
)
