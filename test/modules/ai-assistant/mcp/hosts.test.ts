import { aiAssistant } from '@plinth/ai-assistant'
import { createPlatform, defineModule, signedIn } from '@plinth/core'
import { testSecret } from '@plinth/testing'
import { defineTool, tools } from '@plinth/points'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mcpApp } from './_mcp-app.ts'

test('a call is stopped from whichever host its client reaches', async () => {
  const reached = Promise.withResolvers<void>()
  const waits = defineModule({
    id: 'waits',
    title: 'Waits',
    contributes: [
      tools.of(
        defineTool({
          name: 'wait',
          description: 'Waits until it is stopped.',
          access: signedIn,
          input: z.object({}),
          output: z.object({}),
          async run({ signal }) {
            reached.resolve()
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
            signal.throwIfAborted()
            return {}
          },
        }),
      ),
    ],
  })
  await using mcp = await mcpApp({}, [waits])
  const { app } = mcp
  await using elsewhere = await createPlatform({
    modules: app.platform.modules.map((module) => (module.id === 'ai_assistant' ? aiAssistant() : module)),
    database: { ...app.database, poolSize: 2 },
    secret: testSecret,
  })
  await elsewhere.start({ workers: false })
  const [key, other] = [await mcp.keyOf('admin'), await mcp.keyOf('admin')]
  const called = mcp.send(
    { jsonrpc: '2.0', id: 'the call', method: 'tools/call', params: { name: 'wait', arguments: {} } },
    { 'x-api-key': key },
  )
  const call = { isOver: false }
  void called.then(() => (call.isOver = true))
  await reached.promise
  const cancel = async (secret: string, requestId: string) => {
    const answer = await elsewhere.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-api-key': secret,
        },
        body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
      }),
    )
    expect(answer.status).toBe(202)
  }
  // Neither another credential nor another id stops it.
  await cancel(other, 'the call')
  await cancel(key, 'another call')
  // Nor does a host that does not know what has changed, and has everybody look.
  await elsewhere.actAs(app.callerOf('admin'), async ({ invalidate }) => invalidate('*'))
  await app.settled()
  expect(call.isOver).toBe(false)
  for (let time = 0; !call.isOver && time < 40; time++) {
    await cancel(key, 'the call')
    await Promise.race([called, new Promise((resolve) => setTimeout(resolve, 250))])
  }
  const { result } = (await (await called).json()) as { result: unknown }
  expect(result).toMatchObject({ isError: true, structuredContent: { error: 'The call was stopped' } })
})
