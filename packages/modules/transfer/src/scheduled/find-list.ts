import { type Actor, badInput, composition, type Context, forbidden, type Route } from '@plinth/core'
import { featuresOf, hasAccess } from '@plinth/core/acl'
import { isExportable } from '@plinth/core/http'

/** The list that an export names. Throws 400 if there is none that can be exported. */
export function findList({ inject }: Pick<Context, 'inject'>, path: string): Route {
  const routes = inject(composition).modules.flatMap((module) => module.routes ?? [])
  const found = routes.find((route) => route.path === path && route.method === 'GET')
  const message = 'There is no such list'
  if (!found || path.includes('{') || !isExportable(found) || needsFreshSignIn(found))
    throw badInput(message, { fieldErrors: { list: message } })
  return found
}

/** Nobody signs in for an export. */
const needsFreshSignIn = ({ spec: { access } }: Route) => typeof access === 'object' && 'fresh' in access

/** Throws 403 unless somebody may read a list. */
export function assertMayExport({ spec: { access } }: Route, actor: Actor): void {
  if (!hasAccess(actor, access))
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access).map(({ id }) => id) })
}

/** The parameters of an export's list. */
export function toParameters(query: string): Readonly<Record<string, readonly string[]>> {
  const sent = new URLSearchParams(query)
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
}

/** Parameters of a page, and of what an export decides itself. */
const OWN = ['format', 'page', 'pageSize', 'after', 'tenantId', 'organizationId', 'exportScope', 'full']

/** A query without what an export decides itself. */
export function toFilters(query: string): string {
  const sent = new URLSearchParams(query)
  for (const name of OWN) sent.delete(name)
  return sent.toString()
}
