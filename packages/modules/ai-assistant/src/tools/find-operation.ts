import type { Route } from '@plinth/core'
import type { Catalog } from './catalog.ts'

/** The route that a path leads to, as far as assistants may ask for it, and the path in one spelling. */
export function findOperation(
  { operations }: Catalog,
  method: string,
  path: string,
): { readonly route: Route; readonly path: string } | undefined {
  const segments = path.replace(/^\/api(?=\/)/, '').split('/')
  if (segments.some((segment) => isTricky(segment))) return undefined
  const fitting = operations
    .filter(({ route }) => route.method === method && fits(route, segments))
    // As the router does: a name counts before a parameter.
    .toSorted((a, b) => parametersOf(a.route) - parametersOf(b.route))
  const route = fitting[0]?.route
  return route && { route, path: segments.join('/') }
}

function fits({ path, spec }: Route, segments: readonly string[]): boolean {
  const pattern = path.split('/')
  if (spec.takesRest ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every((segment, at) => (segment.startsWith('{') ? segments[at] !== '' : segment === segments[at]))
}

const parametersOf = ({ path }: Route) => path.split('{').length

/** Dots, and what is a slash when it is decoded: they lead elsewhere than they seem to. */
const isTricky = (segment: string) => /^\.{1,2}$|[\\#?\s]|%2e|%2f|%5c/i.test(segment)
