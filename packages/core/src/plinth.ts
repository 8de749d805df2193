#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { migrationTool, type MigrationToolOptions, USAGE } from './migration/tool.ts'

/** What `plinth.config.ts` of a product exports. */
type PlinthConfig = Pick<MigrationToolOptions, 'modules'> &
  Partial<Pick<MigrationToolOptions, 'folders' | 'databaseUrl'>>

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [command, ...args] = process.argv.slice(2)
const commands: Readonly<Record<string, () => Promise<number>>> = { migration: run, mcp: serveMcp }

async function printUsage(): Promise<number> {
  print(USAGE)
  print(
    'plinth mcp --url <url> --api-key <key> [--compact]   serves the MCP server of a running platform on standard input and output',
  )
  return 2
}

/** The key may stand in the environment, where other users of the machine do not see it. */
async function serveMcp(): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, 'api-key': { type: 'string' }, compact: { type: 'boolean' } },
  })
  const { url = process.env['PLINTH_URL'] ?? 'http://localhost:3000' } = values
  const apiKey = values['api-key'] ?? process.env['PLINTH_API_KEY']
  if (!apiKey || !URL.canParse(url)) return printUsage()
  await bridgeMcp({
    url,
    apiKey,
    mode: values.compact ? 'compact' : undefined,
    input: process.stdin,
    output: process.stdout,
  })
  return 0
}

async function run(): Promise<number> {
  const file = resolve(process.env['PLINTH_CONFIG'] ?? 'plinth.config.ts')
  if (!existsSync(file)) {
    print(`There is no ${file}: it exports the \`modules\` of the product, and the \`folders\` of their migrations`)
    return 2
  }
  const config = (await import(pathToFileURL(file).href)) as Partial<PlinthConfig>
  const { modules, folders = {}, databaseUrl = process.env['DATABASE_URL'] } = config
  if (!Array.isArray(modules)) {
    print(`${file} exports no \`modules\``)
    return 2
  }
  if (!databaseUrl) {
    print('Name a PostgreSQL on which a database can be made: DATABASE_URL, or `databaseUrl` in plinth.config.ts')
    return 2
  }
  return migrationTool(args, { modules, folders, databaseUrl, print })
}

interface BridgeOptions {
  /** Of the platform: `https://app.example.com`. */
  readonly url: string
  readonly apiKey: string
  /** How much it lists. Default: what the platform says. */
  readonly mode?: 'compact' | 'full' | undefined
  readonly input: Readable
  readonly output: Writable
}

interface RpcMessage {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Characters of a line. */
const LONGEST = 1_048_576

/**
 * Lets a program that starts its MCP servers itself, as desktop clients do, use the one of a running platform: each line
 * is sent on, with the API key and nobody else's rights, and what is answered is written as lines. It knows no tools.
 */
async function bridgeMcp({ url, apiKey, mode, input, output }: BridgeOptions): Promise<void> {
  const target = new URL(mode === undefined ? '/mcp' : `/mcp?mode=${mode}`, url)
  const write = (message: unknown) => output.write(`${JSON.stringify(message)}\n`)
  const sending = new Set<Promise<void>>()
  const calls = new Map<unknown, AbortController>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const message = parse(line)
    if (message?.method === 'notifications/cancelled') {
      // The platform stops what nobody waits for.
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

/** What the protocol says twice: newer servers compare headers with the message. */
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

/** What no header can carry is written as the protocol has it. */
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

process.exitCode = await (commands[command ?? ''] ?? printUsage)()
