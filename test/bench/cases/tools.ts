import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const TIMES = 30

/** What a call costs as a tool beside the same route over HTTP, what listing tools costs, and code in the sandbox. */
export async function tools(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('tools', { DATABASE_URL: database.url })
  // The bench's tenant is older than these modules.
  await database.query(
    `update role_acls set features = features || '{api_keys.*,ai_assistant.*,bench.*}' where not features @> '{bench.*}'`,
  )
  const { url } = platform
  const headers = { authorization: `Bearer ${await logIn(url)}`, ...JSON_ONLY }
  const route = async () => (await applyLoad({ url: `${url}/auth/roles?pageSize=10`, headers })).perSecond
  const send = async (path: string, body: unknown) =>
    (await applyLoad({ url: url + path, method: 'POST', headers, body: JSON.stringify(body) })).perSecond
  const args = { pageSize: 10 }
  const execute = { toolName: 'listRoles', args }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listRoles', arguments: args } }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const listed = await answerOf(`${url}/mcp`, { headers, body: list })
  await using bare = await startChild('bare-h3', { BODY: listed })
  const floor = async () =>
    (await applyLoad({ url: `${bare.url}/mcp`, method: 'POST', headers, body: JSON.stringify(list) })).perSecond
  return [
    {
      name: 'a tool call by tools/execute, against its route',
      unit: 'calls/s',
      ...(await compare(5, route, () => send('/ai_assistant/tools/execute', execute))),
      target: 0.8,
    },
    {
      name: 'a tool call by MCP, against its route',
      unit: 'calls/s',
      ...(await compare(5, route, () => send('/mcp', call))),
      target: 0.6,
    },
    {
      name: 'a list of 200 tools, against bare h3',
      unit: 'lists/s',
      ...(await compare(5, floor, () => send('/mcp', list))),
      target: 0.5,
    },
    {
      name: 'execute of ten calls takes longer than ten calls by',
      unit: 'ms',
      ...(await compare(
        5,
        () => tenCalls(url, headers),
        () => tenInCode(url, headers),
      )),
      target: 1.5,
      atMost: true,
    },
  ]
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
