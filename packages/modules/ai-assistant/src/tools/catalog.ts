import { type Actor, composition, type Context, type Module, open, type Route } from '@plinth/core'
import { type Access, hasAccess } from '@plinth/core/acl'
import { type ApiOperation, listOperations, readDescribedFields, withTenantFields } from '@plinth/core/http'
import { tools } from '@plinth/points'
import { LRUCache } from 'lru-cache'
import { builtInTools } from './built-in.ts'
import { fromOperation, fromTool, type KnownTool } from './known-tool.ts'
import type { ListedTool } from './tool.ts'

/** Everything that callers of a platform may be able to use. Created once per composition. */
export interface Catalog {
  /** Sorted by name. */
  readonly all: readonly KnownTool[]
  find(name: string): KnownTool | undefined
  /** Operations that code may request by path, including those that are not tools. */
  readonly operations: readonly ApiOperation[]
  /** Whether assistants may request a route at all. */
  readonly mayReach: (route: Route) => boolean
  /** Cached offers by actor. */
  readonly offers: WeakMap<Actor, Offer>
  /** Equal only for catalogs with equal descriptions. */
  readonly key: string
}

const catalogs = new WeakMap<readonly Module[], Catalog>()

/** The catalog of a composition, without the custom fields of a tenant. */
export function toolCatalogOf(modules: readonly Module[]): Catalog {
  let catalog = catalogs.get(modules)
  if (!catalog) {
    catalog = createCatalog(modules, { operations: listOperations(modules).filter(isCallable), key: '' })
    catalogs.set(modules, catalog)
  }
  return catalog
}

/** Maximum number of catalogs with custom fields that are kept per composition. */
const MOST_TENANTS = 20

const tenantCatalogs = new WeakMap<readonly Module[], LRUCache<string, Catalog>>()

/**
 * The catalog as a caller sees it: its descriptions include the custom fields of the caller's organization, and leave out fields that
 * the caller may not use.
 */
export async function catalogFor({ inject, actor }: Pick<Context, 'inject' | 'actor'>): Promise<Catalog> {
  const { modules } = inject(composition)
  const general = toolCatalogOf(modules)
  const { fields, rights, key } = await readDescribedFields({ inject, actor })
  if (key === '') return general
  let kept = tenantCatalogs.get(modules)
  if (!kept) tenantCatalogs.set(modules, (kept = new LRUCache({ max: MOST_TENANTS })))
  let catalog = kept.get(key)
  if (!catalog) {
    const operations = withTenantFields(general.operations, { modules, fields, rights })
    kept.set(key, (catalog = createCatalog(modules, { operations, key })))
  }
  return catalog
}

function createCatalog(modules: readonly Module[], { operations, key }: Pick<Catalog, 'operations' | 'key'>): Catalog {
  const routes = new Set(operations.map(({ route }) => route))
  const declared = tools.from(modules).map(({ module, value }) => fromTool(module, value))
  const allTools = [...builtInTools, ...declared, ...operations.filter(isTool).map(fromOperation)]
  // For equal names the first wins: a module's own tool is more specific than the route of the same name.
  const byName = new Map(allTools.toReversed().map((tool) => [tool.listed.name, tool]))
  const all = [...byName.values()].toSorted((a, b) => (a.listed.name < b.listed.name ? -1 : 1))
  return {
    all,
    find: (name) => byName.get(name),
    operations,
    mayReach: (route) => routes.has(route),
    offers: new WeakMap(),
    key,
  }
}

/**
 * Routes that return JSON to signed-in callers. Files, streams and forms are for people, and routes closed to assistants stay
 * closed, whatever the transport.
 */
function isCallable({ route: { spec } }: ApiOperation): boolean {
  const { access, isTool, http = {}, status = 200 } = spec
  const { rawBody, bodyType = 'json', contentType = 'application/json' } = http
  return (
    access !== open &&
    isTool !== false &&
    rawBody?.type !== 'multipart/form-data' &&
    bodyType === 'json' &&
    contentType === 'application/json' &&
    status !== 302
  )
}

/** Reads, and routes known to be a single command, since only those can be previewed. */
const isTool = ({ route: { method, command, spec } }: ApiOperation): boolean =>
  method === 'GET' || command !== undefined || spec.runs !== undefined

/** What an actor may call. */
export interface Offer {
  /** Sorted by name. */
  readonly tools: readonly ListedTool[]
  /** Equal only for actors with the same permissions and custom fields. */
  readonly key: string
}

/** What an actor may call. Cached, because actors are immutable: a change of permissions yields a new one. */
export function offerFor({ all, offers, key }: Catalog, actor: Actor): Offer {
  let offer = offers.get(actor)
  if (!offer) {
    const may = all.map(({ access }) => mayUse(actor, access))
    offer = {
      tools: all.filter((_, index) => may[index]).map(({ listed }) => listed),
      key: `${may.map((is) => (is ? '1' : '0')).join('')} ${key}`,
    }
    offers.set(actor, offer)
  }
  return offer
}

export const mayUse = (actor: Actor, access: Access): boolean => hasAccess(actor, access)
