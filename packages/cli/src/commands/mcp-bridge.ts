import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface BridgeOptions {
  /** URL of the platform: `https://app.example.com`. */
  readonly url: string
  readonly apiKey: string
  /** How many tools are listed. Default: the platform's own setting. */
  readonly mode?: 'compact' | 'full' | undefined
  readonly input: Readable
  readonly output: Writable
}

interface RpcMessage {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Maximum length of a line in characters. */
const LONGEST = 1_048_576

/**
 * Connects programs that launch MCP servers as child processes, such as desktop clients, to the MCP server of a running
 * platform. Each line of stdin is forwarded with the API key, and so with no other rights than those of the key; responses are
 * written as lines. The bridge itself has no tools.
 */
export async function bridgeMcp({ url, apiKey, mode, input, output }: BridgeOptions): Promise<void> {
  const target = new URL(mode === undefined ? '/mcp' : `/mcp?mode=${mode}`, url)
  const write = (message: unknown) => output.write(`${JSON.stringify(message)}\n`)
  const sending = new Set<Promise<void>>()
  const calls = new Map<unknown, AbortController>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const message = parse(line)
    if (message?.method === 'notifications/cancelled') {
      // The platform aborts work whose request has been closed.
      calls.get(message.params?.['requestId'])?.abort()
      continue
    }
    const call = new AbortController()
    if (message?.id !== undefined) calls.set(message.id, call)
    const sent = send(line, message, { target, apiKey, write, signal: call.signal }).finally(() => {
      sending.delete(sent)
      if (calls.get(message?.id) === call) calls.delete(message?.id)
    })
    sending.add(sent)
  }
  await Promise.all(sending)
}

interface BridgeConnection extends Pick<BridgeOptions, 'apiKey'> {
  readonly target: URL
  readonly write: (message: unknown) => void
  readonly signal: AbortSignal
}

async function send(
  line: string,
  message: RpcMessage | undefined,
  { target, apiKey, write, signal }: BridgeConnection,
): Promise<void> {
  const fail = (code: number, text: string) => {
    if (message?.method === undefined || message.id !== undefined)
      write({ jsonrpc: '2.0', id: message?.id ?? null, error: { code, message: text } })
  }
  if (!message) return fail(-32_700, 'Parse error')
  try {
    const headers = { ...headersOf(message), 'x-api-key': apiKey }
    const sent = { method: 'POST', headers, body: line, redirect: 'error', signal } as const
    const answer = await fetch(target, sent)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) {
      for await (const data of eventsOf(answer)) write(JSON.parse(data))
      return
    }
    const text = await answer.text()
    const body = text === '' ? undefined : (parse(text) as { jsonrpc?: string; error?: unknown } | undefined)
    if (body?.jsonrpc !== undefined) write(body)
    else if (!answer.ok)
      fail(-32_603, typeof body?.error === 'string' ? body.error : `The platform answers ${answer.status}`)
  } catch (error) {
    if (!signal.aborted)
      fail(-32_603, `The platform does not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Values that the protocol sends both in the message and in headers. Newer servers compare the two. */
function headersOf({ method, params = {} }: RpcMessage): Record<string, string> {
  const meta = (params['_meta'] ?? {}) as Readonly<Record<string, unknown>>
  const version = meta['io.modelcontextprotocol/protocolVersion']
  const name = params['name'] ?? params['uri']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' && {
      'mcp-protocol-version': version,
      ...(method !== undefined && { 'mcp-method': method }),
      ...(typeof name === 'string' && { 'mcp-name': toHeader(name) }),
    }),
  }
}

/** Encodes characters that are not allowed in headers as the protocol specifies. */
function toHeader(text: string): string {
  const isPlain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    if (rest.length > LONGEST) throw new Error('an event is too long')
    for (const line of lines) if (line.startsWith('data:') && line.length > 6) yield line.slice(5)
  }
}

function parse(text: string): RpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
