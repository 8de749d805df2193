import type { Module } from '@plinth/core'
import { featuresOf } from '@plinth/core/acl'
import { consolePages, type ConsolePage, type Widget, widgets } from '@plinth/points'

/** A contributed page as sent to the browser. */
export type PageView = Omit<ConsolePage, 'access'> & {
  readonly module: { readonly id: string; readonly title: string }
  /** All are required to open the page. The API checks every request again. */
  readonly features: readonly string[]
}

/** The pages that modules contribute, in the order of the modules. */
export const contributedPages = (modules: readonly Module[]): readonly PageView[] =>
  consolePages.from(modules).map(({ module: { id, title }, value: { access, ...page } }) => ({
    ...page,
    module: { id, title },
    features: featuresOf(access).map((feature) => feature.id),
  }))

/** A widget that the console draws by a component of its module. */
export interface WidgetView {
  readonly id: string
  readonly component: string
  readonly script: string
}

/** The widgets of modules that have a component of their own. */
export const contributedWidgets = (modules: readonly Module[]): readonly WidgetView[] =>
  widgets
    .from(modules)
    .flatMap(({ value: { id, view } }: { readonly value: Widget }) => (view ? [{ id, ...view }] : []))
