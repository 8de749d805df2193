import type { Route } from '@plinth/core'
import type { Catalog } from './catalog.ts'

/** Finds the route of a path, if assistants may request it, and normalizes the path. */
export function findOperation(
  { operations }: Catalog,
  method: string,
  path: string,
): { readonly route: Route; readonly path: string } | undefined {
  const segments = path.replace(/^\/api(?=\/)/, '').split('/')
  if (segments.some((segment) => isTricky(segment))) return undefined
  const fitting = operations
    .filter(({ route }) => route.method === method && fits(route, segments))
    // As in the router, literal segments take precedence over parameters.
    .toSorted((a, b) => parametersOf(a.route) - parametersOf(b.route))
  const route = fitting[0]?.route
  return route && { route, path: segments.join('/') }
}

function fits({ path, takesRest }: Route, segments: readonly string[]): boolean {
  const pattern = path.split('/')
  if (takesRest ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every((segment, at) => (segment.startsWith('{') ? segments[at] !== '' : segment === segments[at]))
}

const parametersOf = ({ path }: Route) => path.split('{').length

/** Dot segments and encoded slashes, which lead elsewhere than they appear to. */
const isTricky = (segment: string) => /^\.{1,2}$|[\\#?\s]|%2e|%2f|%5c/i.test(segment)
