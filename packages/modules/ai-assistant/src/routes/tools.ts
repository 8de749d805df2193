import { badInput, get, PlatformError, post } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { credentialOf } from '../tools/credential.ts'
import { catalogFor, offerFor } from '../tools/catalog.ts'
import { type ListedTool, toolbox, type ToolOutcome } from '../tools/tool.ts'
import { toJsonAnswer, serializedLists } from '../tools/serialized-json.ts'

export const listTools = get(
  '/ai_assistant/tools',
  {
    operation: 'listTools',
    access: features.view,
    summary: 'List the tools that the caller can call.',
    isTool: false,
    response: z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          inputSchema: z.record(z.string(), z.unknown()),
          module: z.string(),
        }),
      ),
    }),
  },
  async (ctx) => {
    const { tools: offered, key } = offerFor(await catalogFor(ctx), ctx.actor)
    const written = await ctx.cached(serializedLists, `http ${key}`, async () => {
      const json = Buffer.from(JSON.stringify({ tools: offered.map(toPublished) }))
      return { value: { json }, tags: [] }
    })
    return toJsonAnswer(written)
  },
)

const toPublished = ({ name, description, inputSchema }: ListedTool) => ({
  name,
  description,
  inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...inputSchema },
  module: name.split('.')[0]!,
})

/** POST /ai_assistant/tools/execute. The caller acts directly, so writes need no confirmation. */
export const executeTool = post(
  '/ai_assistant/tools/execute',
  {
    operation: 'executeTool',
    access: features.view,
    summary: 'Call a tool by name.',
    isTool: false,
    body: z.object({ toolName: z.string().min(1).max(200), args: z.record(z.string(), z.unknown()).default({}) }),
    response: z.object({ success: z.literal(true), result: z.unknown() }),
    status: 201,
    errors: [400, 403, 429],
    onInvalid: ({ issues }) =>
      issues.some(({ path }) => path[0] === 'toolName')
        ? badInput('toolName is required')
        : badInput('Invalid input: args: an object is expected', { success: false }),
  },
  async (ctx) => {
    const { toolName: name, args } = ctx.body
    const { signal } = ctx.event.req
    const outcome = await ctx.inject(toolbox).call(credentialOf(ctx, ctx.request), {
      name,
      args,
      door: 'http',
      callId: ctx.request.requestId,
      signal,
    })
    if (outcome.ok !== true) throw toError(outcome)
    return { success: true as const, result: outcome.isCut ? outcome.text : outcome.result }
  },
)

function toError(outcome: ToolOutcome & { ok: false | 'ask' }): PlatformError {
  // This endpoint never asks for confirmation.
  if (outcome.ok === 'ask') return badInput('Tool execution failed', { success: false })
  const { code, error, requiredFeatures, retryAfter } = outcome
  const body = { success: false, ...(requiredFeatures && { requiredFeatures }) }
  if (retryAfter !== undefined)
    return new PlatformError('too_many', error, { body, headers: { 'retry-after': String(retryAfter) } })
  return code === 'UNAUTHORIZED' ? new PlatformError('forbidden', error, { body }) : badInput(error, body)
}
