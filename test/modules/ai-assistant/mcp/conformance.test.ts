import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suite } from './_conformance-modules.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const CLI = join(import.meta.dirname, '../../../../node_modules/.bin/conformance')

let mcp: McpApp
let folder: string
let url: string

/** The suite shows no key of its own, so that something between it and the server does. */
beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [suite])
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

const APPLY = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'dns-rebinding-protection',
]

const noStreams = 'there are no sessions, and no streams that could be taken up again'
const onlyText = 'tools answer JSON as text and as structured content, nothing else'
const noQuestions = 'clients of 2025 are asked by a preview and a token, for nothing is kept between requests'
const ownUris = 'it reads a resource of its own name; those here begin with plinth://'
const noUpdates = 'what can be read does not change while the platform runs'

/** The other scenarios of this version, and why they are none for this server. */
const DO_NOT_APPLY: Readonly<Record<string, string>> = {
  'logging-set-level': 'the log is the operator’s; nothing of it is sent to clients',
  'tools-call-with-logging': 'the log is the operator’s; nothing of it is sent to clients',
  'completion-complete': 'nothing is completed; the capability is not declared',
  'tools-call-image': onlyText,
  'tools-call-audio': onlyText,
  'tools-call-embedded-resource': onlyText,
  'tools-call-mixed-content': onlyText,
  'prompts-get-embedded-resource': 'prompts are texts',
  'prompts-get-with-image': 'prompts are texts',
  'tools-call-sampling': 'the platform never asks for a model of its client',
  'tools-call-elicitation': noQuestions,
  'elicitation-sep1034-defaults': noQuestions,
  'elicitation-sep1330-enums': noQuestions,
  'json-schema-2020-12': 'no tool brings JSON Schema of its own; the dialect is the default one, so it is not repeated',
  'resources-read-text': ownUris,
  'resources-read-binary': ownUris,
  'resources-templates-read': ownUris,
  'resources-subscribe': noUpdates,
  'resources-unsubscribe': noUpdates,
  'server-sse-multiple-streams': noStreams,
  'server-sse-polling': noStreams,
}

const conformance = (...args: readonly string[]) => promisify(execFile)(CLI, args, { cwd: folder })

test('every scenario of the installed version is run, or said not to apply', async () => {
  const { stdout } = await conformance('list', '--server')
  const listed = [...stdout.matchAll(/^ +- ([\w-]+)/gm)].map(([, name]) => name!)
  expect(listed.toSorted()).toEqual([...APPLY, ...Object.keys(DO_NOT_APPLY)].toSorted())
})

test.each(APPLY)('@modelcontextprotocol/conformance: %s', async (scenario) => {
  const { stdout } = await conformance('server', '--url', url, '--scenario', scenario)
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/)
})
