import type { NavPage } from './to-pages.ts'
import { byOrder, type NavGroup, type NavItem, navOrder } from './navigation-view.ts'

/** Groups that come first, in this order. */
const FIRST_GROUPS = [
  'customers.nav.group',
  'catalog.nav.group',
  'customers~sales.nav.group',
  'resources.nav.group',
  'staff.nav.group',
  'entities.nav.group',
  'directory.nav.group',
  'customers.storage.nav.group',
]

/** The groups of the main navigation. Each page is nested below the page whose path is a prefix of its path. */
export function toGroups(entries: readonly NavPage[]): NavGroup[] {
  const byGroup = Map.groupBy(entries.toSorted(byOrder), ({ group }) => group.id)
  return [...byGroup]
    .map(([id, pages]) => ({ id, name: pages[0]!.group.name, weight: Math.min(...pages.map(navOrder)), pages }))
    .toSorted(
      (left, right) =>
        groupRank(left.id) - groupRank(right.id) || left.weight - right.weight || left.name.localeCompare(right.name),
    )
    .map(({ id, name, pages }) => ({ id, name, defaultName: name, items: toItems(pages) }))
}

function groupRank(id: string): number {
  const rank = FIRST_GROUPS.indexOf(id)
  return rank < 0 ? FIRST_GROUPS.length : rank
}

/** One level of nesting: a page is placed below the shortest matching path that is itself a page. */
function toItems(pages: readonly NavPage[]): NavItem[] {
  const isBelow = (page: NavPage, other: NavPage) => page.href.startsWith(`${other.href}/`)
  return pages
    .filter((page) => !pages.some((other) => isBelow(page, other)))
    .map((page) => {
      const children = pages.filter((other) => isBelow(other, page)).map(toLink)
      return { ...toLink(page), ...(children.length > 0 && { children }) }
    })
}

function toLink({ href, title, area = 'main' }: NavPage) {
  return { id: href, href, title, defaultTitle: title, enabled: true, pageContext: area }
}
