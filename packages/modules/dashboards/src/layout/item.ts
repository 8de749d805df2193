import { z } from 'zod'

/** The widths a widget may have. */
export const Size = z.enum(['sm', 'md', 'lg'])

/** A widget on a dashboard as clients send it. Its place in the list decides, not its `order`. */
export const ItemInput = z.object({
  id: z.uuid().toLowerCase(),
  widgetId: z.string().min(1).max(200),
  order: z.number().int().min(0),
  priority: z.number().int().min(0).optional(),
  size: Size.default('md'),
  settings: z.unknown().optional(),
})

/** The same as they get it. */
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

/** An item as it is kept, in the order of the list. */
export type StoredItem = z.output<typeof StoredItem>

/** Items of one layout, and bytes of their JSON. */
export const MAX_ITEMS = 100
const MAX_LAYOUT = 65_536

/** Whether the items take no more room than a layout may. */
export const isWithinSize = (items: unknown): boolean => Buffer.byteLength(JSON.stringify(items) ?? '') <= MAX_LAYOUT

/** The sound items of a stored layout, whatever wrote it; each id counts once. */
export function readItems(stored: unknown): StoredItem[] {
  const seen = new Set<string>()
  return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
    const { data } = StoredItem.safeParse(item)
    if (!data || seen.has(data.id)) return []
    seen.add(data.id)
    return [data]
  })
}
