import type { Actor } from '@plinth/core'
import type { WidgetView } from '../widgets.ts'
import type { Assignments } from './assignments.ts'

/** The rights that determine visible widgets. */
export type ActorRights = Pick<Actor, 'isSuperAdmin' | 'grants'>

/** The widgets that a user may use, in the order of the catalog. */
export function allowedWidgets(
  catalog: readonly WidgetView[],
  { isSuperAdmin, grants }: ActorRights,
  assignments: Assignments,
): readonly WidgetView[] {
  const candidates = toCandidates(catalog, assignments)
  return isSuperAdmin ? candidates : candidates.filter(({ features }) => features.every((id) => grants.has(id)))
}

function toCandidates(catalog: readonly WidgetView[], { override, ofRoles }: Assignments): readonly WidgetView[] {
  const only = (ids: readonly string[]) => {
    const requestedIds = new Set(ids)
    return catalog.filter(({ id }) => requestedIds.has(id))
  }
  if (override !== null) return only(override)
  const found = only(ofRoles.flat())
  return found.length > 0 ? found : catalog
}
