import { createHash } from 'node:crypto'
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
 * a later change to find them (D1).
 */
export function defaultItems(owner: LayoutOwner, allowed: readonly WidgetView[]): StoredItem[] {
  return allowed
    .filter(({ defaultEnabled }) => defaultEnabled)
    .map(({ id, defaultSize, defaultSettings }) => ({
      id: toId(owner, id),
      widgetId: id,
      size: defaultSize,
      ...(defaultSettings !== null && { settings: defaultSettings }),
    }))
}

/** A UUID of version 8: made from a hash. */
function toId({ tenantId, organizationId, userId }: LayoutOwner, widgetId: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([tenantId, organizationId, userId, widgetId]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
