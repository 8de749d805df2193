import { nameText } from '@plinth/core'
import { z } from 'zod'

const ItemOrder = z.record(z.string(), z.array(z.string()))

/** The navigation settings of a user or role. */
export const SidebarSettings = z.object({
  version: z.number().int(),
  groupOrder: z.array(z.string()),
  groupLabels: z.record(z.string(), z.string()),
  itemLabels: z.record(z.string(), z.string()),
  hiddenItems: z.array(z.string()),
  /** The items of a group in order, by the group's id; those that are not listed come after. */
  itemOrder: ItemOrder.default({}),
})
export type SidebarSettings = z.output<typeof SidebarSettings>

const Labels = z.record(z.string().min(1), nameText().min(1).max(120))

/** The input. Absent properties become empty, because the whole preference is replaced. */
export const SidebarInput = z.object({
  version: z.number().int().positive().default(2),
  groupOrder: z.array(z.string().min(1)).max(200).default([]),
  groupLabels: Labels.default({}),
  itemLabels: Labels.default({}),
  hiddenItems: z.array(z.string().min(1)).max(500).default([]),
  itemOrder: z
    .record(z.string().min(1).max(200), z.array(z.string().min(1).max(500)).max(500))
    .refine((order) => Object.keys(order).length <= 200, 'Too many groups')
    .default({}),
  applyToRoles: z.array(z.uuid()).max(1000).default([]),
  clearRoleIds: z.array(z.uuid()).max(1000).default([]),
})

/** The settings without a preference. */
export const noSettings: SidebarSettings = {
  version: 2,
  groupOrder: [],
  groupLabels: {},
  itemLabels: {},
  hiddenItems: [],
  itemOrder: {},
}

/** Settings on top of others, as if they were applied one after the other. */
export const combineSettings = (below: SidebarSettings, above: SidebarSettings): SidebarSettings => ({
  version: above.version,
  groupOrder: above.groupOrder.length > 0 ? above.groupOrder : below.groupOrder,
  groupLabels: { ...below.groupLabels, ...above.groupLabels },
  itemLabels: { ...below.itemLabels, ...above.itemLabels },
  hiddenItems: [...new Set([...below.hiddenItems, ...above.hiddenItems])],
  itemOrder: { ...below.itemOrder, ...above.itemOrder },
})

/** Removes surrounding whitespace, empty values and duplicates. */
export function normalizeSettings(input: SidebarSettings): SidebarSettings {
  return {
    version: input.version,
    groupOrder: texts(input.groupOrder),
    groupLabels: labels(input.groupLabels),
    itemLabels: labels(input.itemLabels),
    hiddenItems: texts(input.hiddenItems),
    itemOrder: Object.fromEntries(Object.entries(input.itemOrder).map(([id, items]) => [id.trim(), texts(items)])),
  }
}

/** Parses stored settings leniently, whatever wrote them. */
export function parseSidebarSettings(stored: unknown): SidebarSettings | null {
  return SidebarSettings.safeParse(stored).data ?? null
}

function texts(values: readonly string[]): string[] {
  return [...new Set(values.map((text) => text.trim()).filter(Boolean))]
}

function labels(entries: Readonly<Record<string, string>>): Record<string, string> {
  const labelsByKey = new Map<string, string>()
  for (const [key, label] of Object.entries(entries)) {
    const name = key.trim()
    if (name && label.trim() && !labelsByKey.has(name)) labelsByKey.set(name, label.trim())
  }
  return Object.fromEntries(labelsByKey)
}
