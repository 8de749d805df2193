import { definePoint } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import type { LocalText } from './local-text.ts'

/** A page of a back office that a module offers. */
export interface NavigationEntry {
  /** Sections of the settings are one where the English name is. */
  readonly group: { readonly id: string; readonly name: LocalText }
  readonly href: string
  readonly title: LocalText
  readonly access: Access
  /** Where it appears. Default: `main`. */
  readonly area?: 'main' | 'settings' | 'profile'
  readonly order?: number
}

/** The navigation of a back office; `GET /auth/admin/nav` answers what its reader may open. */
export const navigation = definePoint<NavigationEntry>({
  id: 'auth.navigation',
  title: 'Navigation entry',
  name: ({ area = 'main', href }) => `${area} ${href}`,
  features: ({ access }) => featuresOf(access),
})
