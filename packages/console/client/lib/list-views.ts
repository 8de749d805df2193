import { signal } from '@preact/signals'
import { config } from './config.ts'
import type { ViewSettings } from './list-layout.ts'

/** A view of a list that the server keeps. */
export interface ListView {
  readonly id: string
  readonly name: string
  readonly list: string
  readonly settings: ViewSettings
  readonly isShared: boolean
  /** Null: shared with everybody. */
  readonly roleIds: readonly string[] | null
  readonly isDefault: boolean
  readonly createdBy: string | null
  readonly updatedAt: string
}

export interface DefaultView {
  readonly list: string
  readonly id: string
}

export const VIEWS = '/auth/list-views'

/** The views with which lists open. */
export const defaultViews = signal<readonly DefaultView[]>(config.views ?? [])

/** The value of `view` in the address of a list that is shown without one. */
export const NO_VIEW = 'none'
