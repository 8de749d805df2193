import { computed, signal } from '@preact/signals'
import { config } from './config.ts'
import { isUnsaved, leave } from './unsaved.ts'

const address = signal(new URL(location.href))
/** The place of the shown page in the history of the tab. */
let place = placeIn(history.state)

/** The path below the console: `/users`. */
export const path = computed(() => below(address.value.pathname))
/** The query of the address, where pages keep what they show. */
export const query = computed(() => Object.fromEntries(address.value.searchParams))

/** The address of a page of the console. Published links begin with `/backend`, wherever the console is. */
export const hrefOf = (to: string) => config.basePath + (to === '/' ? '' : to) || '/'
/** The page of a published link. */
export const pageOf = (href: string) => (href === '/backend' ? '/' : href.replace(/^\/backend(?=\/)/, ''))

/** Opens a page of the console: `/users?search=ann`. */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const url = new URL(hrefOf(to), location.href)
  if (url.href === address.value.href) return
  leave(() => {
    const isOther = url.pathname !== address.value.pathname
    if (!replace) place++
    history[replace ? 'replaceState' : 'pushState']({ place }, '', url)
    address.value = url
    if (isOther && !replace) scrollTo(0, 0)
  })
}

/** "Back" and "forward" have happened when a page hears of them, so it goes back to where it was, and asks. */
function onPopState({ state }: PopStateEvent): void {
  const step = placeIn(state) - place
  if (step === 0 || !isUnsaved()) {
    place += step
    address.value = new URL(location.href)
    return
  }
  history.go(-step)
  leave(() => history.go(step))
}

function placeIn(state: unknown): number {
  return (state as { readonly place?: number } | null)?.place ?? 0
}

type Changes = Readonly<Record<string, string | null>>

/** Changes members of the query; null removes one. */
export function setQuery(changes: Changes, options?: { replace?: boolean }): void {
  go(pathWith(changes), options)
}

/** The current page with another query. */
export function pathWith(changes: Changes): string {
  const parameters = new URLSearchParams(address.value.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString()
  return `${path.value}${text && `?${text}`}`
}

/** Links within the console change the page without loading another; everything else is the browser's. */
export function startLocation(): void {
  addEventListener('popstate', onPopState)
  addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
    if (!link?.href || link.download || (link.target && link.target !== '_self')) return
    const url = new URL(link.href)
    const isOurs = url.pathname === config.basePath || url.pathname.startsWith(`${config.basePath}/`)
    if (url.origin !== location.origin || !isOurs || url.hash) return
    event.preventDefault()
    go(below(url.pathname) + url.search)
  })
}

/** Matches `/users/:id` and returns its parameters. */
export function match(pattern: string, at: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern, at].map((one) => one.split('/').filter(Boolean)) as [string[], string[]]
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!
    if (part.startsWith(':')) parameters[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return parameters
}

const below = (pathname: string) => decode(pathname.slice(config.basePath.length).replace(/\/+$/, '')) || '/'

function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
