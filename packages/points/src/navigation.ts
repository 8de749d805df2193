import { type Context, definePoint } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import type { LocalText } from './local-text.ts'

/** A page that a module adds to the back office. */
export interface NavigationEntry {
  /** Groups of the settings are merged if their English names are equal. */
  readonly group: { readonly id: string; readonly name: LocalText }
  readonly href: string
  readonly title: LocalText
  readonly access: Access
  /** Where the page appears. Default: `main`. */
  readonly area?: 'main' | 'settings' | 'profile'
  readonly order?: number
}

/** The navigation of a back office. `GET /auth/admin/nav` returns the entries that the caller may open. */
export const navigation = definePoint<NavigationEntry>({
  id: 'auth.navigation',
  title: 'Navigation entry',
  name: ({ area = 'main', href }) => `${area} ${href}`,
  features: ({ access }) => featuresOf(access),
})

/** Pages that depend on what a tenant has configured. */
export interface NavigationSource {
  /** `<module>.<name>` */
  readonly id: string
  /** The pages where the caller works. Those that the caller may not open are left out. */
  entriesFor(ctx: Context): Promise<readonly NavigationEntry[]>
}

/** Adds pages to the navigation that are not known when the platform starts. */
export const navigationSources = definePoint<NavigationSource>({
  id: 'auth.navigation_sources',
  title: 'Navigation source',
  name: ({ id }) => id,
})
