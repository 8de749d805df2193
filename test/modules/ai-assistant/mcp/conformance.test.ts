import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const CLI = join(import.meta.dirname, '../../../../node_modules/.bin/conformance')

let mcp: McpApp
let folder: string
let url: string

/** The suite shows no key of its own, so that something between it and the server does. */
beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } })
  folder = await mkdtemp(join(tmpdir(), 'plinth-conformance-'))
  const key = await mcp.keyOf('admin')
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const sent = request(mcp.url, { method, headers: { ...headers, 'x-api-key': key } }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
  return async () => {
    proxy.closeAllConnections()
    proxy.close()
    await rm(folder, { recursive: true })
  }
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

// The others call tools, prompts and resources of a server made for the suite.
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

test.each(SCENARIOS)('@modelcontextprotocol/conformance: %s', async (scenario) => {
  const { stdout } = await promisify(execFile)(CLI, ['server', '--url', url, '--scenario', scenario], { cwd: folder })
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/)
})
