import type { Tool } from '@modelcontextprotocol/server'
import type { ListedTool } from '../tools/tool.ts'
import type { McpMode } from '../mcp-options.ts'
import { partOf } from './paging.ts'

/** Reserved argument names. */
export const SESSION_TOKEN = '_sessionToken'
export const APPROVAL_TOKEN = '_approvalToken'

const described = new WeakMap<ListedTool, Tool>()

/** One page of the tools a caller may use, and the cursor of the next. */
export function pageOfTools(
  listed: readonly ListedTool[],
  { mode, cursor }: { readonly mode: McpMode; readonly cursor: string | undefined },
): { tools: Tool[]; nextCursor?: string } {
  const all = mode === 'compact' ? listed.filter(({ isBuiltIn }) => isBuiltIn) : listed
  const { items, next } = partOf(all, { keyOf: ({ name }) => name, cursor })
  return { tools: items.map(describe), ...next }
}

/** A tool as MCP describes it. Cached per platform, as tools are declared once. */
function describe(tool: ListedTool): Tool {
  let made = described.get(tool)
  if (!made) described.set(tool, (made = toTool(tool)))
  return made
}

function toTool({ name, title, description, inputSchema, kind, annotations }: ListedTool): Tool {
  const serverMembers = {
    [SESSION_TOKEN]: { type: 'string', description: 'Acts as the person of this token, instead of the API key.' },
    ...(kind !== 'read' && {
      [APPROVAL_TOKEN]: { type: 'string', description: 'The approvalToken of the preview that the person agreed to.' },
    }),
  }
  const properties = { ...(inputSchema['properties'] as object | undefined), ...serverMembers }
  return { name, title, description, annotations, inputSchema: { ...inputSchema, type: 'object', properties } }
}
