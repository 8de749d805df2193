import { type Actor, type Module, open, type Route } from '@plinth/core'
import { type Access, hasAccess } from '@plinth/core/acl'
import { type ApiOperation, listOperations } from '@plinth/core/http'
import { tools } from '@plinth/points'
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
}

const catalogs = new WeakMap<readonly Module[], Catalog>()

/** The catalog of a composition. */
export function toolCatalogOf(modules: readonly Module[]): Catalog {
  let catalog = catalogs.get(modules)
  if (!catalog) catalogs.set(modules, (catalog = createCatalog(modules)))
  return catalog
}

function createCatalog(modules: readonly Module[]): Catalog {
  const operations = listOperations(modules).filter(isCallable)
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
  }
}

/**
 * Routes that return JSON to signed-in callers. Files, streams and forms are for people, and routes closed to assistants stay
 * closed, whatever the transport.
 */
function isCallable({ route: { spec } }: ApiOperation): boolean {
  const { access, isTool, parts, bodyType = 'json', contentType = 'application/json', status = 200 } = spec
  return (
    access !== open &&
    isTool !== false &&
    parts === undefined &&
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
  /** Equal for actors with the same permissions only. */
  readonly key: string
}

/** What an actor may call. Cached, because actors are immutable: a change of permissions yields a new one. */
export function offerFor({ all, offers }: Catalog, actor: Actor): Offer {
  let offer = offers.get(actor)
  if (!offer) {
    const may = all.map(({ access }) => mayUse(actor, access))
    offer = {
      tools: all.filter((_, index) => may[index]).map(({ listed }) => listed),
      key: may.map((is) => (is ? '1' : '0')).join(''),
    }
    offers.set(actor, offer)
  }
  return offer
}

export const mayUse = (actor: Actor, access: Access): boolean => hasAccess(actor, access)
