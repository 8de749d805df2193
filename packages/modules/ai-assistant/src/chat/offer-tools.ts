import { jsonSchema, tool, type ToolSet } from 'ai'
import type { ListedTool } from '../tools/tool.ts'

/** With more tools than this, a model is offered only the three published ones, through which it can reach all others. */
const MAX_TOOLS = 80

/** The tools a model may call, as AI SDK tools. Every call is executed by `execute`. */
export function offerTools(
  listed: readonly ListedTool[],
  execute: (name: string, args: unknown, callId: string) => Promise<unknown>,
): ToolSet {
  const canReachAll = listed.some(({ name }) => name === 'execute')
  const offered =
    listed.length > MAX_TOOLS && canReachAll ? listed.filter((one) => one.isBuiltIn) : listed.slice(0, 128)
  return Object.fromEntries(
    offered.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, unknown>>(inputSchema),
        execute: (args, { toolCallId }) => execute(name, args, toolCallId),
      }),
    ]),
  )
}
