import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suite } from './_conformance-modules.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const MODULES = join(import.meta.dirname, '../../../../node_modules')
/** The suite of 2026 wants Node 22 or newer. */
const NODE = join(MODULES, '.bin/node')
/** Two versions of one package, whose programs have the same name. */
const CLI = join(MODULES, '@modelcontextprotocol/conformance/dist/index.js')
const CLI_2026 = join(MODULES, 'conformance-2026/dist/index.js')

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

interface Check {
  readonly id: string
  readonly status: string
}

/** Runs one of the suites, and answers what each scenario has checked. It ends with 1 where anything fails. */
async function runSuite(cli: string, ...args: readonly string[]) {
  const results = await mkdtemp(join(folder, 'results-'))
  const all = [cli, 'server', '--url', url, ...args, '--output-dir', results]
  const { code } = await promisify(execFile)(NODE, all, { cwd: folder, maxBuffer: 2 ** 26 }).then(
    () => ({ code: 0 }),
    (error: { code: number }) => error,
  )
  const scenarios: Record<string, readonly Check[]> = {}
  for (const name of await readdir(results)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT.*$/.exec(name)![1]!
    scenarios[scenario] = JSON.parse(await readFile(join(results, name, 'checks.json'), 'utf8')) as Check[]
  }
  return { code, scenarios }
}

const failed = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING'
const succeeded = ({ status }: Check) => status === 'SUCCESS'

test('every scenario of the installed version is met, or said not to apply', async () => {
  const { scenarios } = await runSuite(CLI, '--suite', 'all')
  expect(Object.keys(scenarios).toSorted()).toEqual([...APPLY, ...Object.keys(DO_NOT_APPLY)].toSorted())
  for (const scenario of APPLY) {
    const checks = scenarios[scenario]!
    expect([scenario, checks.filter(failed)]).toEqual([scenario, []])
    expect([scenario, checks.some(succeeded)]).toEqual([scenario, true])
  }
})

const ownQuestion = 'a person is asked whether a write may happen, and nothing else; the suite asks for a name'
/** Tasks are an extension, which is not declared, and are not scored. */
const TASKS = 'tasks-'
const asBefore = (scenario: string) => DO_NOT_APPLY[scenario]!

/** Scenarios of the specification of 2026-07-28 in which checks fail: which ones, and why they are none for this server. */
const FAILING_2026: Readonly<Record<string, { readonly checks: readonly string[]; readonly why: string }>> = {
  'server-stateless': {
    checks: ['sep-2575-missing-capability-http-400', 'sep-2575-server-rejects-undeclared-capability'],
    why: 'no tool needs anything that a client must declare: who cannot be asked gets a preview and a token',
  },
  'completion-complete': { checks: ['completion-complete'], why: asBefore('completion-complete') },
  'tools-call-image': { checks: ['tools-call-image'], why: onlyText },
  'tools-call-audio': { checks: ['tools-call-audio'], why: onlyText },
  'tools-call-embedded-resource': { checks: ['tools-call-embedded-resource'], why: onlyText },
  'tools-call-mixed-content': { checks: ['tools-call-mixed-content'], why: onlyText },
  'resources-read-text': { checks: ['resources-read-text'], why: ownUris },
  'resources-read-binary': { checks: ['resources-read-binary'], why: ownUris },
  'resources-templates-read': { checks: ['resources-templates-read'], why: ownUris },
  'prompts-get-embedded-resource': { checks: ['prompts-get-embedded-resource'], why: 'prompts are texts' },
  'prompts-get-with-image': { checks: ['prompts-get-with-image'], why: 'prompts are texts' },
  'input-required-result-basic-elicitation': { checks: ['sep-2322-elicitation-incomplete'], why: ownQuestion },
  'input-required-result-basic-sampling': {
    checks: ['sep-2322-sampling-incomplete'],
    why: asBefore('tools-call-sampling'),
  },
  'input-required-result-basic-list-roots': {
    checks: ['sep-2322-list-roots-incomplete'],
    why: 'files of the client are none of its business',
  },
  'input-required-result-request-state': { checks: ['sep-2322-request-state-incomplete'], why: ownQuestion },
  'input-required-result-multiple-input-requests': {
    checks: ['sep-2322-multiple-inputs-incomplete'],
    why: ownQuestion,
  },
  'input-required-result-multi-round': { checks: ['sep-2322-multi-round-r1'], why: 'one answer settles a write' },
  'input-required-result-missing-input-response': {
    checks: ['sep-2322-missing-response-rerequests'],
    why: 'advice, and for the tool of another scenario; an answer that is missing is a no',
  },
  'input-required-result-non-tool-request': { checks: ['sep-2322-non-tool-incomplete'], why: 'prompts ask nothing' },
  'input-required-result-result-type': { checks: ['sep-2322-result-type-included'], why: ownQuestion },
  'input-required-result-capability-check': {
    checks: ['sep-2322-respect-client-capabilities'],
    why: 'it expects a question for the model of a client, which this server never asks',
  },
  'input-required-result-ignore-extra-params': { checks: ['sep-2322-ignore-unexpected-params'], why: ownQuestion },
  'json-schema-2020-12': { checks: ['json-schema-2020-12-tool-found'], why: asBefore('json-schema-2020-12') },
  'http-custom-header-server-validation': {
    checks: [
      'sep-2243-server-decode-base64',
      'sep-2243-server-no-xmcp-tool',
      'sep-2243-server-reject-invalid-param-chars',
      'sep-2243-server-reject-param-mismatch',
      'sep-2243-server-validate-param-match',
    ],
    why: 'no tool takes arguments in headers; not scored yet',
  },
}

test('the requirements of 2026-07-28 are met, but for what is said not to apply', { timeout: 120_000 }, async () => {
  const { code, scenarios } = await runSuite(CLI_2026, '--requirements', '2026-07-28')
  expect(code).toBe(1)
  const failing: Record<string, readonly string[]> = {}
  let passed = 0
  for (const [scenario, checks] of Object.entries(scenarios)) {
    const wrong = checks.filter(failed).map(({ id }) => id)
    passed += checks.filter(succeeded).length
    if (scenario.startsWith(TASKS)) expect([scenario, wrong.includes('wire-schema-valid')]).toEqual([scenario, false])
    else if (wrong.length > 0) failing[scenario] = wrong.toSorted()
  }
  const expected = Object.entries(FAILING_2026).map(([scenario, { checks }]) => [scenario, checks])
  expect(failing).toEqual(Object.fromEntries(expected))
  expect(passed).toBeGreaterThan(100)
})
