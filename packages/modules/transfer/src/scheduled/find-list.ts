import { type Actor, badInput, composition, type Context, forbidden, type Route } from '@plinth/core'
import { featuresOf, hasAccess } from '@plinth/core/acl'
import { customValues, extensionOf } from '@plinth/core/data'
import { isExportable, operationsOf } from '@plinth/core/http'
import { z } from 'zod'
import { toExcerpt } from '../sources/storable.ts'

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

interface Filtered {
  readonly query: string
  /** Whose custom fields there are. */
  readonly organizationId: string | null
}

/** Throws 400 for a filter by a custom field that there is not, or not any more: lists ignore it, and have all records then. */
export async function assertFilters(
  { inject }: Pick<Context, 'inject'>,
  { lists, spec }: Route,
  { query, organizationId }: Filtered,
): Promise<void> {
  const shape = spec.query instanceof z.ZodObject ? spec.query.shape : {}
  const sent = new URLSearchParams(query)
  const extension = lists && extensionOf(lists.entity)
  // Records of custom entities are filtered by names of fields alone.
  const entityId = extension?.entityId ?? ('entityId' in shape ? sent.get('entityId') : null)
  const names = [...sent.keys()].filter(
    (name) => !Object.hasOwn(shape, name) && (!extension || CUSTOM_PARAMETER.test(name)),
  )
  if (entityId === null || names.length === 0) return
  const fields = await inject(customValues)?.fields({ entityId, organizationId })
  const known = new Set(fields?.described.map(({ key }) => key))
  const isKnown = (name: string) => operationsOf(name.replace(CUSTOM_PARAMETER, '')).some(({ key }) => known.has(key))
  const missing = names.find((name) => !isKnown(name))
  if (missing === undefined) return
  const message = `The list has no filter '${toExcerpt(missing, 120)}'`
  throw badInput(message, { fieldErrors: { query: message } })
}

const CUSTOM_PARAMETER = /^cf[_:]/

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
