import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AiAssistantOptions } from '@plinth/ai-assistant'
import { type Module, toNodeHandler } from '@plinth/core'
import { signIn } from '../../auth/_accounts.ts'
import { assistantApp } from '../_assistant.ts'

/** A platform with the assistant behind a real server, and API keys for it. */
export async function mcpApp(options: AiAssistantOptions = {}, modules: readonly Module[] = []) {
  const app = await assistantApp(options, { modules })
  const server = createServer(toNodeHandler(app.platform)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return {
    app,
    url,
    /** The secret of a new key of a role. */
    async keyOf(role: string, place: object = {}): Promise<string> {
      // Anew each time: a login ends after eight hours of the app's clock.
      const owner = await signIn(app, 'superadmin@acme.com')
      const { status, body } = await owner.post('/api_keys/keys', { name: `MCP ${role}`, roles: [role], ...place })
      if (status !== 201) throw new Error(`No key: ${status} ${JSON.stringify(body)}`)
      return body.secret
    },
    /** Sends a message as it is. */
    send(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
      return fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await app[Symbol.asyncDispose]()
    },
  }
}

export type McpApp = Awaited<ReturnType<typeof mcpApp>>
