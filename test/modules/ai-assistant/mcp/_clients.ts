import { createMCPClient } from '@ai-sdk/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { McpApp } from './_mcp-app.ts'

const INFO = { name: 'test', version: '1' }
const withKey = (key: string) => ({ requestInit: { headers: { 'x-api-key': key } } })

/** The official client of the revision of 2026, which answers questions as told. */
export async function newClient(
  { url, fetch }: Pick<McpApp, 'url'> & { readonly fetch?: typeof globalThis.fetch },
  key: string,
  approve: (message: string) => boolean = () => true,
) {
  const client = new Client(INFO, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  })
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: { approve: approve(params.message) },
  }))
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { ...withKey(key), ...(fetch && { fetch }) }))
  return client
}

/** The official client of the revisions of 2025. */
export async function oldClient({ url }: Pick<McpApp, 'url'>, key: string) {
  const client = new OldClient(INFO)
  await client.connect(new OldTransport(new URL(url), withKey(key)))
  return client
}

/** The same one, which starts `plinth mcp` as a desktop client does. */
export async function desktopClient({ url }: Pick<McpApp, 'url'>, key: string, ...more: readonly string[]) {
  const client = new OldClient(INFO)
  const args = ['--conditions=@plinth/source', 'packages/cli/src/plinth.ts', 'mcp', '--url', url, ...more]
  const env = { PLINTH_API_KEY: key }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }))
  return client
}

/** The AI SDK's client. */
export const aiClient = ({ url }: Pick<McpApp, 'url'>, key: string) =>
  createMCPClient({ transport: { type: 'http', url, headers: { 'x-api-key': key } } })

/** Both official clients, for what they do alike. */
export const officialClients = [
  ['of 2026', newClient],
  ['of 2025', oldClient],
] as const
