import type { ContributedPage, LocalText, Navigation, SidebarSettings } from './types.ts'

/** What the page of the console was served with. */
export interface Config {
  readonly basePath: string
  readonly apiPath: string
  readonly locale: string
  /** Null for the languages of the console. */
  readonly languages: readonly string[] | null
  readonly brand: { readonly name: string; readonly logo: string | null }
  readonly pages: readonly ContributedPage[]
  /** What modules call members of their records. */
  readonly members: Readonly<Record<string, LocalText>>
  /** Widgets that are drawn by components of their modules, or as the number of their rows. */
  readonly widgets: readonly (
    | { readonly id: string; readonly component: string; readonly script: string }
    | { readonly id: string; readonly entity: string; readonly time?: string }
  )[]
  /** Null when the API refused: the console asks again. */
  readonly navigation: Navigation | null
  readonly sidebar: SidebarSettings | null
  /** The views with which lists open; null if they could not be read. */
  readonly views: readonly { readonly list: string; readonly id: string }[] | null
  /** Null without accounts. */
  readonly settings: { readonly effective: { readonly timeZone: string } } | null
  readonly profile: {
    readonly email: string
    readonly roles: readonly string[]
    /** Who views the console as this person. */
    readonly viewedBy?: { readonly userId: string; readonly email: string }
  } | null
}

/** Read from the attribute that the handler writes. */
export const config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=console]')?.content ?? '{}',
) as Config
