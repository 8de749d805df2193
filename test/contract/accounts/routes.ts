import { open, type Route } from '@plinth/core'
import { featuresOf } from '@plinth/core/acl'
import type { Host } from '../_frame/host.ts'
import type { Call, Visitor } from '../_frame/visitor.ts'

const MODULES = ['auth', 'directory', 'onboarding']

/** The routes of this part of the contract. */
export const routesOf = ({ app }: Pick<Host, 'app'>): readonly Route[] =>
  app.platform.modules.filter(({ id }) => MODULES.includes(id)).flatMap(({ routes = [] }) => routes)

/** Those that need a login. */
export const closedRoutes = (host: Pick<Host, 'app'>) => routesOf(host).filter(({ spec }) => spec.access !== open)

/** Those that need features beside it, with their ids. */
export const gatedRoutes = (host: Pick<Host, 'app'>) =>
  closedRoutes(host).flatMap((route) => {
    const requiredFeatures = featuresOf(route.spec.access).map(({ id }) => id)
    return requiredFeatures.length > 0 ? [{ ...route, requiredFeatures }] : []
  })

/** Asks a route for nothing in particular. */
export function visit(visitor: Visitor, { method, path }: Pick<Route, 'method' | 'path'>, base = ''): Call {
  return visitor.send(method, base + path)
}

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`
