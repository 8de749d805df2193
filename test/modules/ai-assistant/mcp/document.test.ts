import { expect, test } from 'vitest'
import { DocumentJudge } from '../../../_setup/document-judge.ts'
import { mcpApp } from './_mcp-app.ts'

test('whatever an MCP client sends, the answer is one that the API document describes', async () => {
  await using mcp = await mcpApp()
  const judge = new DocumentJudge(mcp.app.platform.document())
  const key = { 'x-api-key': await mcp.keyOf('admin') }
  const call = (method: string, more: object = { id: 1 }) => ({ jsonrpc: '2.0', method, ...more })
  const statuses: number[] = []
  const ask = async (method: string, answer: Response) => {
    statuses.push(answer.status)
    judge.judge({ method, url: '/mcp' }, answer, await answer.text())
  }
  const progress = { id: 1, params: { name: 'context_whoami', arguments: {}, _meta: { progressToken: 1 } } }
  for (const message of [
    call('ping'),
    call('tools/list'),
    call('nonsense'),
    call('tools/call', progress),
    call('notifications/initialized', {}),
    [],
    {},
    null,
    'no JSON',
    { jsonrpc: '1.0', method: 'ping', id: 1 },
    Array.from({ length: 11 }, () => call('ping')),
    'x'.repeat(1_100_000),
  ])
    await ask('POST', await mcp.send(message, key))
  await ask('POST', await mcp.send(call('ping')))
  await ask('POST', await mcp.send(call('ping'), { 'x-api-key': 'omk_no' }))
  await ask('POST', await mcp.send(call('ping'), { ...key, accept: 'application/json' }))
  await ask('POST', await mcp.send(call('ping'), { ...key, 'content-type': 'text/plain' }))
  await ask('POST', await mcp.send(call('ping'), { ...key, origin: 'https://evil.example' }))
  await ask('POST', await mcp.send(call('ping'), { ...key, 'mcp-protocol-version': '1999-01-01' }))
  for (const method of ['GET', 'DELETE']) {
    await ask(method, await fetch(mcp.url, { method, headers: { ...key, accept: 'text/event-stream' } }))
    await ask(method, await fetch(mcp.url, { method }))
  }
  expect([...judge.problems]).toEqual([])
  expect([...new Set(statuses)].toSorted()).toEqual([200, 202, 400, 401, 403, 405, 406, 413, 415])
})
