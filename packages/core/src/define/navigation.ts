import type { Access } from './feature.ts'

/** A page of a back office that a module offers (section 7.10 of the auth contract). */
export interface NavigationEntry {
  readonly group: { readonly id: string; readonly name: string }
  readonly href: string
  readonly title: string
  readonly access: Access
  /** Where it appears; `main` unless told. */
  readonly area?: 'main' | 'settings' | 'profile'
  readonly order?: number
}
