import { type Command, type Contribution, definePoint, type Point, type Route } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import { inWords } from '@plinth/core/http'
import type { LocalText } from './local-text.ts'

/** A page that a module adds to the console: the records of a resource, settings, a component or a custom element. */
export type ConsolePage = ConsoleResourcePage | ConsoleSettingsPage | ConsoleComponentPage | ConsoleElementPage

interface ConsolePageBase {
  /** The path below the console, in lower case: `tags`, `catalog/products`. */
  readonly path: string
  readonly title: LocalText
  /**
   * One of the console's icons: `box`, `tag`, `users`, `file`, `chart`, `list`, `globe`, `calendar`, `settings` … Default:
   * `list`.
   */
  readonly icon?: string
  /** The group of the navigation. Groups with the same id are merged. Default: the module's title. */
  readonly group?: { readonly id: string; readonly name: LocalText }
  /** Who is shown the page. The API checks the access of every request independently. */
  readonly access: Access
  readonly order?: number
}

/**
 * List, form, history and undo of a resource. Columns, filters, fields and what may be written are read from the API document;
 * the properties here only arrange them.
 */
export interface ConsoleResourcePage extends ConsolePageBase {
  /** The path of its routes, which follow the conventions of `resource()`: `/catalog/products`. */
  readonly resource: string
  /** The kind of its records in the audit log, for their history: `catalog.product`. Default: that of the list. */
  readonly kind?: string
  /**
   * The property that names a record; a relation names it by the related record. Default: `name`, `title`, `label`, `subject`, `number`,
   * `email`, `code` or the first relation, whichever comes first.
   */
  readonly label?: string
  /** Columns of the list, in order. Default: the first five that are not ids, and the state. */
  readonly columns?: readonly string[]
  /** Groups of fields in the form. Fields in none of them come last. */
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[]
  /** Titles of properties, where the titles derived from their names do not fit. */
  readonly labels?: Readonly<Record<string, LocalText>>
  /**
   * Properties with the id of a record of another resource, and its path: `{ productId: '/catalog/products' }`. Those of lines are
   * named `items.product`, here and in `labels`. Default for relations: the list of their records.
   */
  readonly references?: Readonly<Record<string, string>>
  /** What values of enumerations are called: `{ fuel: { diesel: 'Diesel' } }`. Those of `states` have labels already. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, LocalText>>>>
}

/**
 * A page named by its resource: path and access are those of the list, and the title is the last part of the path in words, `Price
 * lists` for `/rental/price-lists`.
 */
export interface PageOfResource extends Partial<Omit<ConsoleResourcePage, 'resource'>> {
  readonly resource: { readonly list: Route }
}

/** A page named by its settings: path and title follow from theirs, and the access is that of writing them. */
export interface PageOfSettings extends Partial<Omit<ConsoleSettingsPage, 'settings'>> {
  readonly settings: { readonly routes: readonly Route[]; readonly commands: readonly Command[] }
}

/** A form of settings, whose fields are read from the API document. */
export interface ConsoleSettingsPage extends ConsolePageBase {
  /** The path of their routes, as `settings()` of `@plinth/settings` declares them: `/rental/settings`. */
  readonly settings: string
  /** Groups of fields. Fields in none of them come last. */
  readonly groups?: ConsoleResourcePage['groups']
  /** Titles of members, where the titles derived from their names do not fit. */
  readonly labels?: ConsoleResourcePage['labels']
}

/** A page that is a component made with `@plinth/console/kit`, exported by an ES module. It is imported when the page is opened. */
export interface ConsoleComponentPage extends ConsolePageBase {
  /** The name of the export: `Vehicles`. */
  readonly component: string
  /** The URL of the module, on the same origin: `/api/fleet/pages.js`. */
  readonly script: string
}

/** A page that is a custom element, defined by an ES module. It is imported when the page is opened. */
export interface ConsoleElementPage extends ConsolePageBase {
  /** The name of the element: `tags-board`. */
  readonly element: string
  /** The URL of the module, on the same origin: `/api/tags/board.js`. */
  readonly script: string
}

const point = definePoint<ConsolePage>({
  id: 'console.pages',
  title: 'Console page',
  name: ({ path }) => path,
  features: ({ access }) => featuresOf(access),
  check(page) {
    if (!/^[a-z0-9]+([/_-][a-z0-9]+)*$/.test(page.path)) return `must have a path such as 'tags', not '${page.path}'`
    if ('resource' in page)
      return page.resource.startsWith('/') ? undefined : `must name a resource by its path: '/tags'`
    if ('settings' in page)
      return page.settings.startsWith('/') ? undefined : `must name settings by their path: '/rental/settings'`
    if ('component' in page) {
      if (!/^[A-Z]\w*$/.test(page.component)) return `must name an exported component: 'Vehicles'`
    } else if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(page.element)) return `must name a custom element: 'tags-board'`
    return page.script.startsWith('/')
      ? undefined
      : 'must name a script on the same origin, by a path that begins with /'
  },
})

type NamedPage = PageOfResource | PageOfSettings

/** Pages of the console, in addition to its own. */
export const consolePages: Omit<Point<ConsolePage>, 'of'> & {
  /** Creates a contribution. List it in the module's `contributes`. */
  of(...pages: readonly (ConsolePage | NamedPage)[]): Contribution
} = Object.freeze({
  ...point,
  of: (...pages: readonly (ConsolePage | NamedPage)[]) => point.of(...pages.map(completed)),
})

function completed(page: ConsolePage | NamedPage): ConsolePage {
  if ('resource' in page && typeof page.resource === 'object') {
    const { path: resource, spec } = page.resource.list
    return { ...namesOf(resource), access: spec.access, ...page, resource }
  }
  if ('settings' in page && typeof page.settings === 'object') {
    const [route, command] = [page.settings.routes[0]!, page.settings.commands[0]!]
    return { ...namesOf(route.path), access: command.access, ...page, settings: route.path }
  }
  return page as ConsolePage
}

const namesOf = (route: string) => ({ path: route.slice(1), title: inWords(route.split('/').at(-1)!) })
