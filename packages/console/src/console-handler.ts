import { loadAssets } from './assets.ts'
import type { ConsolePlatform } from './console-platform.ts'
import { localeOf } from './locale.ts'
import { MAX_TARGET } from './local-path.ts'
import { memberNames } from './member-names.ts'
import { contributedPages, contributedWidgets } from './pages.ts'
import { rightTitles } from './right-titles.ts'
import { createShell } from './shell.ts'
import { type Brand, createTheme } from './theme.ts'

export interface ConsoleOptions extends Brand {
  /** The path of the console as browsers see it. Default: `/backend`. */
  readonly basePath?: string
  /** The path of the API as browsers see it. Default: `/api`. */
  readonly apiPath?: string
  /**
   * Whether files are sent compressed. Default: true, except in Next.js, which compresses responses itself and removes the
   * `content-encoding` header from those of route handlers.
   */
  readonly compress?: boolean
}

/**
 * Serves the console: one page for all paths below `basePath`, and its files, compressed and named by their content. Framework
 * routers may pass the path with or without `basePath`. The console uses the HTTP API with the visitor's cookie and has no
 * rights of its own; visitors without a login are redirected to `<apiPath>/auth/session/refresh`, which leads to the login page.
 *
 * @example
 * app.all('/backend/*', (c) => console(c.req.raw)) // const console = consoleHandler(platform, { name: 'Acme' })
 */
export function consoleHandler(
  platform: ConsolePlatform,
  options: ConsoleOptions = {},
): (request: Request) => Promise<Response> {
  const basePath = toPath(options.basePath ?? '/backend', 'basePath')
  const apiPath = toPath(options.apiPath ?? '/api', 'apiPath')
  const theme = createTheme(options)
  const assets = loadAssets({ [theme.name]: theme })
  // Both read the API document, which is made when it is first needed.
  let pages: ReturnType<typeof contributedPages> | undefined
  let members: ReturnType<typeof memberNames> | undefined
  const widgets = contributedWidgets(platform.modules)

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method Not Allowed', { allow: 'GET, HEAD' })
    const url = new URL(request.url)
    const path = pathBelow(url.pathname, basePath)
    const files = await assets
    if (path.startsWith('/assets/'))
      return (
        files.serve(request, path.slice('/assets/'.length), options.compress ?? !isOfNext(request)) ??
        plain(404, 'Not Found')
      )
    // Who lacks a right usually may not list the rights either, but is told which one it is.
    if (path === '/rights.json')
      return (await ask('/auth/profile', request)).ok
        ? Response.json(rightTitles(platform), { headers: { 'cache-control': 'no-store' } })
        : plain(401, 'Unauthorized')
    const [navigation, sidebar, profile, settings, views] = await Promise.all(
      [
        '/auth/admin/nav',
        '/auth/sidebar/applied',
        '/auth/profile',
        '/auth/profile/settings',
        '/auth/list-views/defaults',
      ].map((wanted) => ask(wanted, request)),
    )
    if (navigation!.status === 401) {
      const page = `${basePath}${path === '/' ? '' : path}`
      const back = [page + url.search, page].find(({ length }) => length <= MAX_TARGET) ?? basePath
      const location = `${apiPath}/auth/session/refresh?redirect=${encodeURIComponent(back)}`
      return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
    }
    return createShell({
      basePath,
      apiPath,
      locale: localeOf(request.headers, platform.languages),
      languages: platform.languages ?? null,
      brand: theme.brand,
      files,
      theme: theme.name,
      pages: (pages ??= contributedPages(platform)),
      members: (members ??= memberNames(platform)),
      widgets,
      navigation: await toJson(navigation!),
      sidebar: await toJson(sidebar!),
      profile: await toJson(profile!),
      settings: await toJson(settings!),
      views: ((await toJson(views!)) as { readonly items: unknown } | null)?.items ?? null,
    })
  }

  /** A request to the API with the visitor's own cookies. */
  function ask(path: string, request: Request): Promise<Response> {
    const headers = new Headers()
    for (const name of PASSED) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return platform.fetch(new Request(new URL(`/api${path}`, request.url), { headers }))
  }
}

/** Requests that Next.js passes to route handlers have a property that others do not have. */
const isOfNext = (request: Request) => 'nextUrl' in request

const PASSED = ['cookie', 'accept-language', 'user-agent', 'x-forwarded-for']

const toJson = async (response: Response): Promise<unknown> => (response.ok ? response.json() : null)

/** The path below the console, whether or not a router has removed the prefix. */
function pathBelow(pathname: string, basePath: string): string {
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return (isBelow ? pathname.slice(basePath.length) : pathname) || '/'
}

function toPath(path: string, option: string): string {
  const trimmed = path.replace(/\/+$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(trimmed))
    throw new TypeError(`\`${option}\` must be a path such as '/backend', not '${path}'`)
  return trimmed
}

const plain = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
