import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const ROUNDS = 5
/** Times that ten calls are measured in a round. */
const TIMES = 10

/** What a call costs as a tool beside the same route over HTTP, what listing tools costs, and code in the sandbox. */
export async function* tools(database: BenchDatabase): AsyncGenerator<Result> {
  await using platform = await startChild('tools', { DATABASE_URL: database.url })
  await allowBench(database)
  const { url } = platform
  const headers = { authorization: `Bearer ${await logIn(url)}`, ...JSON_ONLY }
  const load = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
    return (await applyLoad({ url: path, headers, duration: 1, ...sent })).perSecond
  }
  const args = { pageSize: 10 }
  const route = () => load(`${url}/auth/roles?pageSize=10`)
  yield {
    name: 'a tool call by tools/execute, against its route',
    unit: 'calls/s',
    ...(await compare(ROUNDS, route, () =>
      load(`${url}/ai_assistant/tools/execute`, { toolName: 'authListRoles', args }),
    )),
    target: 0.8,
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'authListRoles', arguments: args } }
  yield {
    name: 'a tool call by MCP, against its route',
    unit: 'calls/s',
    ...(await compare(ROUNDS, route, () => load(`${url}/mcp`, call))),
    target: 0.6,
  }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const listed = await answerOf(`${url}/mcp`, { headers, body: list })
  const { result } = JSON.parse(listed) as { result: { tools: unknown[] } }
  await using folder = await temporaryFolder()
  const BYTES = join(folder.path, 'list.json')
  await writeFile(BYTES, listed)
  await using bare = await startChild('bare-h3', { BYTES })
  yield {
    name: `a list of ${result.tools.length} tools by MCP, against bare h3`,
    unit: 'lists/s',
    ...(await compare(
      ROUNDS,
      () => load(`${bare.url}/mcp`, list),
      () => load(`${url}/mcp`, list),
    )),
    target: 0.5,
  }
  yield {
    name: 'execute of ten calls, against ten calls over HTTP',
    unit: 'ms',
    ...(await compare(
      ROUNDS,
      () => tenCalls(url, headers),
      () => tenInCode(url, headers),
    )),
    target: 1.5,
    atMost: true,
  }
}

/** The bench's tenant is older than these modules. */
export async function allowBench(database: BenchDatabase): Promise<void> {
  await database.query(
    `update role_acls set features = features || '{api_keys.*,ai_assistant.*,bench.*}' where not features @> '{bench.*}'`,
  )
}

type Headers = Readonly<Record<string, string>>

const JSON_ONLY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const PATH = '/auth/roles?pageSize=10'

/** Milliseconds of ten calls over HTTP, one after the other. */
const tenCalls = (url: string, headers: Headers) =>
  timeOf(async () => {
    for (let call = 0; call < 10; call++) await (await fetch(url + PATH, { headers })).text()
  })

const CODE = `async () => {
  for (let call = 0; call < 10; call++) await api.request({ method: 'GET', path: '${PATH}' })
}`

/** Milliseconds of the same ten calls by code in a sandbox. */
const tenInCode = (url: string, headers: Headers) =>
  timeOf(async () => {
    const body = { toolName: 'execute', args: { code: CODE } }
    const answer = await answerOf(`${url}/ai_assistant/tools/execute`, { headers, body })
    if (!answer.includes('"apiCallCount":10')) throw new Error(answer)
  })

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  for (let time = 0; time < TIMES; time++) await work()
  return (performance.now() - started) / TIMES
}

async function answerOf(url: string, { headers, body }: { headers: Headers; body: unknown }): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text}`)
  return text
}
