import { derivedId } from '@plinth/core/security'
import type { WidgetView } from '../widgets.ts'
import type { StoredItem } from './layout-item.ts'

/** The owner of a layout. */
export interface LayoutOwner {
  readonly tenantId: string
  readonly organizationId: string | null
  readonly userId: string
}

/**
 * The items of a dashboard that has not been customized. Their ids are derived from the owner, so that later changes can find
 * them without storing anything.
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
