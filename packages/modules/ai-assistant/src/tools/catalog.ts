import { type Actor, type Module, open, type Route } from '@plinth/core'
import { type Access, hasAccess } from '@plinth/core/acl'
import { type ApiOperation, listOperations } from '@plinth/core/http'
import { tools } from '@plinth/points'
import { builtInTools } from './built-in.ts'
import { fromOperation, fromTool, type KnownTool } from './known-tool.ts'
import type { ListedTool } from './tool.ts'

/** Everything that callers of a platform may be able to do. Made once for each composition. */
export interface Catalog {
  /** By name. */
  readonly all: readonly KnownTool[]
  find(name: string): KnownTool | undefined
  /** Operations that code may ask for by path, also those that are no tools of their own. */
  readonly operations: readonly ApiOperation[]
  /** Whether assistants may ask for a route at all. */
  readonly mayReach: (route: Route) => boolean
  /** What was found out of those who asked. */
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
  // Of two with one name the first counts: a module's own tool says more than the route of the same name.
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
 * What answers JSON to somebody who is signed in. Files, streams and forms are for people; what a route keeps from
 * assistants stays with them, by whatever door.
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

/** Reads, and what is known to be one command: only of that can be said beforehand what it would do. */
const isTool = ({ route: { method, command, spec } }: ApiOperation): boolean =>
  method === 'GET' || command !== undefined || spec.runs !== undefined

/** What somebody may call. */
export interface Offer {
  /** By name. */
  readonly tools: readonly ListedTool[]
  /** The same for all who may call the same, and for nobody else. */
  readonly key: string
}

/** What somebody may call. It is looked at once: an actor is never changed, and who may do other things is another one. */
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
