import type { Module, Route } from '@plinth/core'
import { featuresOf } from '@plinth/core/acl'
import { type Declared, OWNER, relatedEntities } from '@plinth/core/data'
import type { Texts } from '@plinth/core/http'
import {
  consolePages,
  type ConsolePage,
  type ConsoleResourcePage,
  type LocalText,
  type Widget,
  widgets,
} from '@plinth/points'
import type { ConsolePlatform } from './console-platform.ts'
import { type OwnNames, ownNames } from './own-names.ts'
import { translated } from './translated.ts'

/** A contributed page as sent to the browser, in all languages, since visitors change theirs. */
export type PageView = Omit<ConsolePage, 'access'> & {
  readonly module: { readonly id: string; readonly title: LocalText }
  /** The member with the state of the records, if they have states. */
  readonly state?: string
  /** What one of the records is called, if the page shows records. */
  readonly recordName?: LocalText
  /** All are required to open the page. The API checks every request again. */
  readonly features: readonly string[]
}

/** The pages that modules contribute, in the order of the modules. */
export const contributedPages = ({ modules, texts, document }: ConsolePlatform): readonly PageView[] =>
  consolePages.from(modules).map(({ module, value: { access, ...page } }) => ({
    ...page,
    ...('resource' in page && recordsOf(modules, page)),
    ...('resource' in page && recordNameOf(modules, page, texts)),
    ...textsOf(withOwnNames(page, ownNames({ document }, module, placeOf(modules, page))), texts),
    module: { id: module.id, title: translated(module.title, texts) },
    features: featuresOf(access).map((feature) => feature.id),
  }))

/** What follows from the routes of a resource: the kind of its records, and where the records are read that they refer to. */
function recordsOf(modules: readonly Module[], { resource, kind, references }: Omit<ConsoleResourcePage, 'access'>) {
  const routes = modules.flatMap((module) => module.routes ?? [])
  const at = (method: Route['method']) => routes.find((route) => route.method === method && route.path === resource)
  const { lists, spec, owned, states } = at('GET') ?? {}
  const reads = kind ?? (typeof spec?.reads === 'string' ? spec.reads : spec?.reads?.kind)
  const lines = [at('PUT'), at('POST')].find((route) => route?.command?.lines)?.command?.lines ?? []
  const found = [
    ...(lists ? referencesOf(routes, lists.entity, '') : []),
    ...lines.flatMap(({ name, entity, parent }) =>
      referencesOf(routes, entity, `${name}.`).filter(([member]) => member !== `${name}.${parent}`),
    ),
  ]
  const people = owned && { [OWNER]: '/auth/users' }
  return {
    ...(reads !== undefined && { kind: reads }),
    ...(states && { state: states.property }),
    references: { ...Object.fromEntries(found), ...people, ...references },
  }
}

/** What one of the records is called, as the command that creates them says. */
function recordNameOf(modules: readonly Module[], { resource }: { readonly resource: string }, texts?: Texts) {
  const routes = modules.flatMap((module) => module.routes ?? [])
  const create = routes.find(({ method, path }) => method === 'POST' && path === resource)
  const [, name] = /^Create (?=(?:an? )?(.+)$)/.exec(create?.command?.label ?? '') ?? []
  return name === undefined ? {} : { recordName: translated(name.charAt(0).toUpperCase() + name.slice(1), texts) }
}

/** Where the records or settings of a page are, and the members with lines. */
function placeOf(modules: readonly Module[], page: Omit<ConsolePage, 'access'>) {
  const path = 'resource' in page ? String(page.resource) : 'settings' in page ? String(page.settings) : undefined
  const found = modules.flatMap(({ routes = [] }) => routes.filter((route) => route.path === path))
  return { path, lines: found.flatMap(({ command }) => command?.lines ?? []).flatMap(({ name }) => name ?? []) }
}

/** Relations of an entity, and the lists of their records. */
const referencesOf = (routes: readonly Route[], entity: Declared, prefix: string) =>
  [...relatedEntities(entity)].flatMap(([name, target]) => {
    const list = routes.find(({ lists, path }) => lists?.entity === target && !path.includes('{'))
    return list ? [[`${prefix}${name}`, list.path] as const] : []
  })

/** What the page says counts, else what its module says. */
function withOwnNames(page: Omit<ConsolePage, 'access'>, { labels, choices }: OwnNames) {
  const said = page as Pick<ConsoleResourcePage, 'labels' | 'choices'>
  const all = { ...choices }
  for (const [name, texts] of Object.entries(said.choices ?? {})) all[name] = { ...all[name], ...texts }
  return {
    ...page,
    ...((said.labels || Object.keys(labels).length > 0) && { labels: { ...labels, ...said.labels } }),
    ...(Object.keys(all).length > 0 && { choices: all }),
  }
}

/** The texts of a page in all languages. */
function textsOf(page: Omit<ConsolePage, 'access'>, texts: Texts | undefined) {
  const { title, group, groups, labels, choices } = page as ConsoleResourcePage
  const tell = (text: LocalText) => translated(text, texts)
  const tellAll = (all: Readonly<Record<string, LocalText>>) =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, tell(text)]))
  return {
    title: tell(title),
    ...(group && { group: { ...group, name: tell(group.name) } }),
    ...(groups && { groups: groups.map((one) => ({ ...one, title: tell(one.title) })) }),
    ...(labels && { labels: tellAll(labels) }),
    ...(choices && { choices: Object.fromEntries(Object.entries(choices).map(([name, all]) => [name, tellAll(all)])) }),
  }
}

/** A widget of a module, which the console draws by a component of the module or as the number of its rows. */
export type WidgetView =
  | { readonly id: string; readonly component: string; readonly script: string }
  | { readonly id: string; readonly entity: string; readonly time?: string }

/** The widgets of modules that have a component of their own, or rows that can be counted. */
export const contributedWidgets = (modules: readonly Module[]): readonly WidgetView[] =>
  widgets.from(modules).flatMap(({ value: { id, view, data } }: { readonly value: Widget }): readonly WidgetView[] => {
    if (view) return [{ id, ...view }]
    if (!data?.fields['id']) return []
    const time = Object.keys(data.fields).find((name) => data.fields[name]!.type === 'time')
    return [{ id, entity: data.id, ...(time !== undefined && { time }) }]
  })
