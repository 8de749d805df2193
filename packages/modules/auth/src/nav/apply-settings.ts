import type { SidebarSettings } from '../sidebar/settings.ts'
import type { NavGroup, NavItem } from './navigation-view.ts'

/**
 * Applies a preference to the groups: order, labels and hidden items. A role's labels become the `default…` ones, which personal
 * preferences do not change.
 */
export function applySettings(
  groups: readonly NavGroup[],
  settings: SidebarSettings,
  of: 'role' | 'user',
): readonly NavGroup[] {
  const { groupOrder, groupLabels, itemLabels, itemOrder } = settings
  const hidden = new Set(settings.hiddenItems)
  const relabel = (item: Omit<NavItem, 'children'>): Omit<NavItem, 'children'> => {
    const title = ownLabel(itemLabels, item.id) ?? ownLabel(itemLabels, item.href)
    const { hidden: _, ...shown } = item
    return {
      ...shown,
      ...(title !== undefined && { title, ...(of === 'role' && { defaultTitle: title }) }),
      ...((hidden.has(item.id) || hidden.has(item.href)) && { hidden: true }),
    }
  }
  const rank = ({ id }: NavGroup) => {
    const index = groupOrder.indexOf(id)
    return index < 0 ? groupOrder.length : index
  }
  return groups
    .map((group) => {
      const name = ownLabel(groupLabels, group.id)
      const items = group.items.map(({ children, ...item }) => ({
        ...relabel(item),
        ...(children && { children: children.map(relabel) }),
      }))
      const order = Object.hasOwn(itemOrder, group.id) ? itemOrder[group.id]! : []
      return {
        ...group,
        ...(name !== undefined && { name, ...(of === 'role' && { defaultName: name }) }),
        items: inOrder(items, order),
      }
    })
    .toSorted((left, right) => rank(left) - rank(right))
}

/** Items by id or address in the given order, then the others as they were. */
function inOrder(items: readonly NavItem[], order: readonly string[]): NavItem[] {
  const places = new Map(order.map((name, index) => [name, index]))
  const placeOf = ({ id, href }: NavItem) => places.get(id) ?? places.get(href) ?? order.length
  return items.toSorted((left, right) => placeOf(left) - placeOf(right))
}

function ownLabel(labels: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined
}
