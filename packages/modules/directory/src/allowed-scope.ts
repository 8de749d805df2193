import type { Route } from '@plinth/core'

/**
 * Widens a route from the organizations that the caller has selected to all they may select from: the directory is
 * where one finds the organizations that are not selected. It never reaches beyond what they are allowed.
 */
export const inAllowedScope = (route: Route): Route =>
  Object.freeze({ ...route, spec: { ...route.spec, scope: 'allowed' as const } })
