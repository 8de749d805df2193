import {
  type Access,
  type Actor,
  type ApiOperation,
  hasAccess,
  listOperations,
  type Module,
  open,
  type Tool,
} from '@plinth/core'
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
}

const catalogs = new WeakMap<readonly Module[], Catalog>()

/** The catalog of a composition. */
export function catalogOf(modules: readonly Module[]): Catalog {
  let catalog = catalogs.get(modules)
  if (!catalog) catalogs.set(modules, (catalog = createCatalog(modules)))
  return catalog
}

function createCatalog(modules: readonly Module[]): Catalog {
  const operations = listOperations(modules).filter(isCallable)
  const declared = modules.flatMap((module) => (module.tools ?? []).map((tool: Tool) => fromTool(module, tool)))
  const known = [...builtInTools, ...declared, ...operations.filter(isTool).map(fromOperation)]
  // Of two with one name the first counts: a module's own tool says more than the route of the same name.
  const byName = new Map(known.toReversed().map((tool) => [tool.listed.name, tool]))
  const all = [...byName.values()].toSorted((a, b) => (a.listed.name < b.listed.name ? -1 : 1))
  return { all, find: (name) => byName.get(name), operations }
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

/** Those that somebody may call. */
export function listFor(catalog: Catalog, actor: Actor): readonly ListedTool[] {
  return catalog.all.filter(({ access }) => mayUse(actor, access)).map(({ listed }) => listed)
}

export const mayUse = (actor: Actor, access: Access): boolean => hasAccess(actor, access)
