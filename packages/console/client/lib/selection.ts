import { signal } from '@preact/signals'

/** The organization that most lists are limited to. */
export interface Selected {
  readonly name: string
  /** Whether the person may see all organizations together. */
  readonly mayLeave: boolean
}

/** Null while nothing is hidden by the choice of an organization. */
export const selected = signal<Selected | null>(null)

export const ALL_ORGANIZATIONS = '__all__'

/** The header that selects an organization for one request. */
export const IN_ORGANIZATION = 'x-plinth-organization'

/** Shows another organization, tenant, or all organizations, from now on. */
export function select(cookie: 'om_selected_org' | 'om_selected_tenant', value: string): void {
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=2592000; samesite=lax`
  location.reload()
}
