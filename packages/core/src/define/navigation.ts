import type { Access } from './feature.ts'
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
