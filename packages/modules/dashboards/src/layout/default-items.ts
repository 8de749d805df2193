import { derivedId } from '@plinth/core/security'
import type { WidgetView } from '../widgets.ts'
import type { StoredItem } from './item.ts'

/** Whose layout it is. */
export interface LayoutOwner {
  readonly tenantId: string
  readonly organizationId: string | null
  readonly userId: string
}

/**
 * What a dashboard shows that nobody has arranged. The ids follow from the owner, so that nothing has to be stored for
 * a later change to find them.
 */
export function defaultItems(
  { tenantId, organizationId, userId }: LayoutOwner,
  allowed: readonly WidgetView[],
): StoredItem[] {
  return allowed
    .filter(({ defaultEnabled }) => defaultEnabled)
    .map(({ id, defaultSize, defaultSettings }) => ({
      id: derivedId(tenantId, organizationId, userId, id),
      widgetId: id,
      size: defaultSize,
      ...(defaultSettings !== null && { settings: defaultSettings }),
    }))
}
