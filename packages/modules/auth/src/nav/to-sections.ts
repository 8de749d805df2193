import type { Locale } from '@plinth/core/http'
import { authText } from '../messages.ts'
import type { NavPage } from './to-pages.ts'
import { byOrder, type NavSection } from './navigation-view.ts'

/** Sections that come first, in this order. */
const FIRST_SECTIONS = [
  'system',
  'auth',
  'customer-portal',
  'data-designer',
  'module-configs',
  'currencies',
  'directory',
  'feature-toggles',
]
const DEFAULT_SECTION_ORDER = 999

/** The sections of the settings, one per group name. */
export function toSections(entries: readonly NavPage[]): NavSection[] {
  const bySlug = Map.groupBy(entries.toSorted(byOrder), ({ group }) => toSectionSlug(group.key))
  return [...bySlug]
    .map(([id, pages]) => ({
      id,
      label: pages[0]!.group.name,
      labelKey: pages[0]!.group.id,
      order: sectionRank(id),
      pages,
    }))
    .toSorted((left, right) => left.order - right.order || left.label.localeCompare(right.label))
    .map(({ pages, ...section }) => ({ ...section, items: pages.map(toSectionItem) }))
}

/** Path prefixes under which a client shows the settings. */
export function toPathPrefixes(sections: readonly NavSection[]): string[] {
  const hrefs = sections.flatMap(({ items }) => items.map(({ href }) => href))
  const parents = hrefs
    .filter((href) => href.split('/').filter(Boolean).length > 3 && !href.endsWith('settings'))
    .map((href) => href.slice(0, href.lastIndexOf('/')))
  return [...new Set([...hrefs, ...parents])]
}

/** The sections of the user's own profile: the account, and those added by modules. */
export function toProfileSections(entries: readonly NavPage[], locale: Locale): NavSection[] {
  const href = '/backend/profile/change-password'
  const items = [{ id: 'change-password', label: authText(locale, 'changePassword'), href }]
  return [{ id: 'account', label: authText(locale, 'account'), items }, ...toSections(entries)]
}

function toSectionItem({ href, title, order }: NavPage) {
  return { id: href.replaceAll('/', '-'), label: title, href, ...(order !== undefined && { order }) }
}

function toSectionSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function sectionRank(id: string): number {
  const rank = FIRST_SECTIONS.indexOf(id)
  return rank < 0 ? DEFAULT_SECTION_ORDER : rank + 1
}
