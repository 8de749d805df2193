import { computed, effect, signal } from '@preact/signals'
import { config } from './config.ts'
import { get } from './api.ts'
import { revision } from './operations.ts'
import { followViews } from './view.ts'
import type { Navigation, SidebarSettings } from './types.ts'

const EMPTY: Navigation = { groups: [], settingsSections: [], grantedFeatures: [], roles: [] }

export const navigation = signal<Navigation>(config.navigation ?? EMPTY)
/** The preferences for the pages that the published navigation does not know. */
export const sidebar = signal<SidebarSettings | null>(config.sidebar)
export const profile = signal<NonNullable<typeof config.profile>>(config.profile ?? { email: '', roles: [] })

const granted = computed(() => navigation.value.grantedFeatures)

/** Whether the visitor has a feature. It only decides what is shown: the API decides what is done. */
export const may = (...features: readonly string[]): boolean =>
  features.every((feature) =>
    granted.value.some(
      (grant) =>
        grant === '*' ||
        grant === feature ||
        (grant.endsWith('.*') && (feature === grant.slice(0, -2) || feature.startsWith(grant.slice(0, -1)))),
    ),
  )

/** Reads the navigation again: after writes, which may have changed rights, and when the language changes. */
export async function reloadNavigation(): Promise<void> {
  const [published, settings] = await Promise.all([
    get<Navigation>('/auth/admin/nav'),
    get<SidebarSettings>('/auth/sidebar/applied'),
  ])
  navigation.value = published
  sidebar.value = settings
}

export function startSession(): void {
  followViews()
  let last = revision.peek()
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    if (revision.value === last) return
    last = revision.value
    clearTimeout(timer)
    timer = setTimeout(() => void reloadNavigation().catch(() => {}), 400)
  })
  if (config.navigation === null) void reloadNavigation().catch(() => {})
}

/** Where to log in again and come back to this page. */
export const loginHref = () =>
  `${config.apiPath}/auth/session/refresh?redirect=${encodeURIComponent(location.pathname + location.search)}`
