import { z } from 'zod'
import type { NavPage } from './to-pages.ts'

const area = z.enum(['main', 'settings', 'profile'])

const NavLink = z.object({
  id: z.string(),
  href: z.string(),
  title: z.string(),
  defaultTitle: z.string(),
  enabled: z.boolean(),
  hidden: z.boolean().optional(),
  pageContext: area,
})

const NavItem = NavLink.extend({ children: z.array(NavLink).optional() })
export type NavItem = z.output<typeof NavItem>

const NavGroup = z.object({ id: z.string(), name: z.string(), defaultName: z.string(), items: z.array(NavItem) })
export type NavGroup = z.output<typeof NavGroup>

const NavSection = z.object({
  id: z.string(),
  label: z.string(),
  labelKey: z.string().optional(),
  order: z.number().optional(),
  items: z.array(z.object({ id: z.string(), label: z.string(), href: z.string(), order: z.number().optional() })),
})
export type NavSection = z.output<typeof NavSection>

/** The response of GET /auth/admin/nav. */
export const NavView = z.object({
  groups: z.array(NavGroup),
  settingsSections: z.array(NavSection),
  settingsPathPrefixes: z.array(z.string()),
  profileSections: z.array(NavSection),
  profilePathPrefixes: z.array(z.string()),
  grantedFeatures: z.array(z.string()),
  roles: z.array(z.string()),
})

const DEFAULT_ORDER = 10_000

/** The position of an entry; entries without one come last. */
export const navOrder = ({ order = DEFAULT_ORDER }: Pick<NavPage, 'order'>): number => order

/** Sorts entries by order, then by label. */
export function byOrder(left: NavPage, right: NavPage): number {
  return (
    navOrder(left) - navOrder(right) || left.title.localeCompare(right.title) || left.href.localeCompare(right.href)
  )
}
