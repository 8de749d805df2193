import type { Locale, Texts } from '@plinth/core/http'
import { type NavigationEntry, textIn } from '@plinth/points'

/** A page as shown to the user. */
export interface NavPage extends Omit<NavigationEntry, 'group' | 'title'> {
  readonly title: string
  readonly group: {
    readonly id: string
    readonly name: string
    /** A name that identifies a section in any language. */
    readonly key: string
  }
}

/** The pages in a language. */
export const toPages = (
  entries: readonly NavigationEntry[],
  { locale, texts }: { readonly locale: Locale; readonly texts: Texts },
): NavPage[] =>
  entries.map(({ title, group: { id, name }, ...entry }) => ({
    ...entry,
    title: textIn(title, locale, texts),
    group: { id, name: textIn(name, locale, texts), key: textIn(name, 'en', texts) },
  }))
