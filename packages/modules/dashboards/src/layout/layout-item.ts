import { z } from 'zod'

/** The widths of a widget. */
export const Size = z.enum(['sm', 'md', 'lg'])

/** A dashboard item in requests. The position in the list determines the order, not `order`. */
export const ItemInput = z.object({
  id: z.uuid().toLowerCase(),
  widgetId: z.string().min(1).max(200),
  order: z.number().int().min(0),
  priority: z.number().int().min(0).optional(),
  size: Size.default('md'),
  settings: z.unknown().optional(),
})

/** A dashboard item in responses. */
export const ItemView = z.object({
  id: z.string(),
  widgetId: z.string(),
  order: z.number(),
  priority: z.number(),
  size: Size,
  settings: z.unknown().optional(),
})
export type ItemView = z.output<typeof ItemView>

const StoredItem = z.object({ id: z.uuid(), widgetId: z.string(), size: Size, settings: z.unknown().optional() })

/** An item as stored, in list order. */
export type StoredItem = z.output<typeof StoredItem>

/** Maximum items of a layout, and maximum bytes of their JSON. */
export const MAX_ITEMS = 100
const MAX_LAYOUT = 65_536

/** Whether the items fit into the size limit of a layout. */
export const isWithinSize = (items: unknown): boolean => Buffer.byteLength(JSON.stringify(items) ?? '') <= MAX_LAYOUT

/** The valid items of a stored layout, whatever wrote it. Duplicate ids are ignored. */
export function readItems(stored: unknown): StoredItem[] {
  const seen = new Set<string>()
  return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
    const { data } = StoredItem.safeParse(item)
    if (!data || seen.has(data.id)) return []
    seen.add(data.id)
    return [data]
  })
}
