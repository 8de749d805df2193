import { computed } from '@preact/signals'
import { config } from './config.ts'
import { t, type TextKey, textIn } from './i18n.ts'
import { pageOf } from './location.ts'
import { may, navigation, sidebar } from './session.ts'
import type { ContributedPage, NavigationItem } from './types.ts'

export interface MenuItem {
  readonly page: string
  readonly title: string
  readonly icon: string
  readonly isChild: boolean
}

export interface MenuGroup {
  readonly id: string
  readonly name: string
  readonly items: readonly MenuItem[]
}

/** Icons of published addresses. */
const ICONS: Readonly<Record<string, string>> = {
  '/backend/users': 'users',
  '/backend/roles': 'shield',
  '/backend/api-keys': 'key',
  '/backend/directory/organizations': 'building',
  '/backend/directory/tenants': 'globe',
  '/backend/business_rules/rules': 'rules',
  '/backend/business_rules/sets': 'folder',
  '/backend/business_rules/logs': 'list',
  '/backend/config/ai-assistant': 'settings',
}

const iconOf = (href: string) => ICONS[href] ?? 'list'

/** Pages of the console itself, which no module publishes. */
const TOOLS: readonly {
  readonly page: string
  readonly title: TextKey
  readonly icon: string
  readonly feature?: string
}[] = [
  { page: '/attachments', title: 'files', icon: 'file', feature: 'attachments.view' },
  { page: '/assistant', title: 'assistant', icon: 'sparkles', feature: 'ai_assistant.view' },
  { page: '/audit-logs', title: 'audit', icon: 'history', feature: 'audit_logs.view_self' },
  { page: '/imports', title: 'imports', icon: 'upload', feature: 'transfer.view' },
  { page: '/exports', title: 'exports', icon: 'download', feature: 'transfer.exports.schedule' },
  { page: '/webhooks', title: 'webhooks', icon: 'send', feature: 'webhooks.view' },
  { page: '/progress', title: 'jobs', icon: 'progress' },
  { page: '/entities/fields', title: 'fields', icon: 'edit', feature: 'entities.definitions.manage' },
  { page: '/dictionaries', title: 'dictionaries', icon: 'tag', feature: 'dictionaries.view' },
  { page: '/mail-templates', title: 'mails', icon: 'mail', feature: 'mail_templates.view' },
  { page: '/entities/user', title: 'entities', icon: 'box', feature: 'entities.records.view' },
]

/** The same for administrators. */
const IDENTITY: typeof TOOLS = [
  { page: '/sign-in-policy', title: 'policy', icon: 'lock', feature: 'auth.policies.manage' },
  { page: '/single-sign-on', title: 'sso', icon: 'globe', feature: 'sso.view' },
  { page: '/provisioning', title: 'scim', icon: 'users', feature: 'scim.manage' },
  { page: '/service-accounts', title: 'service', icon: 'key', feature: 'api_keys.service_accounts.view' },
]

const allowed = (pages: typeof TOOLS): readonly MenuItem[] =>
  pages
    .filter(({ feature }) => feature === undefined || may(feature))
    .map(({ page, title, icon }) => ({ page, title: t(title), icon, isChild: false }))

/** The pages of the console itself that the visitor may open. */
const tools = computed<MenuGroup>(() => {
  const published = new Set(navigation.value.groups.flatMap(({ items }) => items.map(({ href }) => pageOf(href))))
  const items = allowed(TOOLS).filter(({ page }) => !published.has(page))
  return { id: 'tools', name: t('menu.tools'), items }
})

/** Those about how people and programs sign in. */
const identity = computed<MenuGroup>(() => ({ id: 'identity', name: t('menu.identity'), items: allowed(IDENTITY) }))

/** The published navigation, without what the visitor has hidden. */
const menu = computed(() => ({
  main: navigation.value.groups
    .map(({ id, name, items }) => ({ id, name, items: items.flatMap((item) => toItems(item, false)) }))
    .filter(({ items }) => items.length > 0),
  settings: [
    ...navigation.value.settingsSections.map(({ id, label, items }) => ({
      id,
      name: label,
      items: items.map((one) => ({ page: pageOf(one.href), title: one.label, icon: iconOf(one.href), isChild: false })),
    })),
    ...(identity.value.items.length > 0 ? [identity.value] : []),
  ].map(withContributed),
}))

function toItems({ href, title, hidden, children = [] }: NavigationItem, isChild: boolean): readonly MenuItem[] {
  if (hidden) return []
  return [
    { page: pageOf(href), title, icon: iconOf(href), isChild },
    ...children.flatMap((child) => toItems(child, true)),
  ]
}

/** The pages of modules that the visitor may open. */
export const contributed = computed<readonly ContributedPage[]>(() =>
  config.pages.filter(({ features }) => may(...features)).toSorted((a, b) => (a.order ?? 10_000) - (b.order ?? 10_000)),
)

const contributedGroups = computed<readonly MenuGroup[]>(() => {
  const groups = new Map<string, { id: string; name: string; items: MenuItem[] }>()
  for (const { path, title, icon = 'list', group, module } of contributed.value) {
    const { id, name } = group
      ? { id: group.id, name: textIn(group.name) }
      : { id: module.id, name: textIn(module.title) }
    const found = groups.get(id) ?? { id, name, items: [] }
    groups.set(id, found)
    found.items.push({ page: `/${path}`, title: textIn(title), icon, isChild: false })
  }
  return [...groups.values()]
})

/** Those that are no part of a group that is there already. */
const contributedMenu = computed<readonly MenuGroup[]>(() => {
  const known = new Set(menu.value.settings.map(({ id }) => id))
  return contributedGroups.value.filter(({ id }) => !known.has(id))
})

const withContributed = (group: MenuGroup): MenuGroup => ({
  ...group,
  items: [...group.items, ...(contributedGroups.value.find(({ id }) => id === group.id)?.items ?? [])],
})

/** The published address by which preferences name a page. */
export const publishedHref = (page: string): string => `/backend${page}`

/** All groups, as they are without preferences. */
export const shippedGroups = computed<readonly MenuGroup[]>(() => [
  tools.value,
  ...contributedMenu.value,
  ...navigation.value.groups.map(({ id, defaultName, items }) => ({
    id,
    name: defaultName,
    items: items.flatMap((item) => toShipped(item, false)),
  })),
  ...menu.value.settings,
])

const toShipped = (
  { href, title, defaultTitle = title, children = [] }: NavigationItem,
  isChild: boolean,
): readonly MenuItem[] => [
  { page: pageOf(href), title: defaultTitle, icon: iconOf(href), isChild },
  ...children.flatMap((child) => toShipped(child, true)),
]

/** All groups in the order, with the names and without the pages that the visitor and their roles have chosen. */
export const groups = computed<readonly MenuGroup[]>(() => {
  const { groupOrder = [], groupLabels = {}, itemLabels = {}, hiddenItems = [], itemOrder = {} } = sidebar.value ?? {}
  const placeOf = (id: string, page: string) => {
    const place = itemOrder[id]?.indexOf(publishedHref(page)) ?? -1
    return place === -1 ? Infinity : place
  }
  const personal = ({ id, name, items }: MenuGroup): MenuGroup => ({
    id,
    name: groupLabels[id] ?? name,
    items: items
      .filter(({ page }) => !hiddenItems.includes(publishedHref(page)))
      .map((item) => ({ ...item, title: itemLabels[publishedHref(item.page)] ?? item.title }))
      .toSorted((left, right) => {
        const [one, other] = [placeOf(id, left.page), placeOf(id, right.page)]
        return one === other ? 0 : one - other
      }),
  })
  const rank = ({ id }: MenuGroup) => (groupOrder.includes(id) ? groupOrder.indexOf(id) : groupOrder.length)
  const own = [tools.value, ...contributedMenu.value].map(personal)
  return [...own, ...menu.value.main, ...menu.value.settings.map(personal)]
    .filter(({ items }) => items.length > 0)
    .toSorted((left, right) => rank(left) - rank(right))
})
