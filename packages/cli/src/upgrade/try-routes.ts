import type { Caller, Command, Platform, Route } from '@plinth/core'

interface Visit {
  readonly caller: Caller
  readonly headersOf: (caller: Caller) => Readonly<Record<string, string>>
}

/** Rows of each list with which other routes are tried. */
const ROWS = 2

/**
 * Reads everything that can be read without input, and the first rows by their ids, and writes these rows again, in dry runs: as
 * they are, and as new ones. Returns the reason of each failure, null for each success.
 */
export async function tryRoutes(
  platform: Platform,
  { caller, headersOf }: Visit,
): Promise<ReadonlyMap<string, string | null>> {
  const routes = platform.modules.flatMap((module) => module.routes ?? [])
  const results = new Map<string, string | null>()
  const read = async (route: Route, path: string) => {
    const request = new Request(`http://localhost/api${path}`, { headers: headersOf(caller) })
    const response = await platform.fetch(request)
    const text = await response.text()
    const what = `GET ${route.path}`
    // A refusal of the input is the same in every version.
    if (results.get(what) !== null)
      results.set(what, response.status < 500 ? null : `${response.status} ${text.slice(0, 200)}`)
    return response.ok ? parse(text) : undefined
  }
  const reads = routes.filter((route) => route.method === 'GET' && !isStream(route))
  const rows = new Map<string, readonly Item[]>()
  for (const route of reads.filter(({ path }) => !path.includes('{'))) {
    const found = itemsOf(await read(route, route.path))
    if (found.length > 0) rows.set(route.path, found.slice(0, ROWS))
  }
  for (const route of reads.filter(({ path }) => path.split('{').length === 2)) {
    const [list = '', rest = ''] = route.path.split(/\/\{\w+\}/)
    for (const { id } of rows.get(list) ?? [])
      if (typeof id === 'string' && !rest.includes('{')) await read(route, `${list}/${encodeURIComponent(id)}${rest}`)
  }
  for (const { method, path, command } of routes) {
    if (!command || method === 'GET') continue
    const what = `${method} ${path}`
    for (const item of rows.get(path) ?? []) {
      const reason = await tryCommand(platform, caller, { command, item })
      if (results.get(what) !== null) results.set(what, reason)
    }
  }
  return results
}

type Item = Readonly<Record<string, unknown>>

const isStream = ({ spec: { http = {} }, takesRest }: Route) =>
  Boolean(http.streams || http.contentType !== undefined || takesRest)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function itemsOf(answer: unknown): readonly Item[] {
  const { items } = (answer ?? {}) as { items?: unknown }
  return Array.isArray(items) ? (items as readonly Item[]) : []
}

/** Runs a command with the values of a row that it takes, in a dry run. */
async function tryCommand(
  platform: Platform,
  caller: Caller,
  { command, item }: { readonly command: Command; readonly item: Item },
): Promise<string | null> {
  // Schemas of other kinds than objects take the whole row.
  const { shape } = command.input as { readonly shape?: object }
  const input = shape ? Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(shape, name))) : item
  try {
    await platform.actAs(caller, ({ dryRun }) => dryRun(({ run }) => run(command, input as never)))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
