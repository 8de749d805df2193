import { defineService } from '@plinth/core'

/** How the MCP server is reached, and how much it lists. */
export interface McpOptions {
  /**
   * `compact` lists the three published tools, through which all others are reached, so that a large platform costs a
   * model little; `full` lists all. A client may ask for the other one: `/mcp?mode=compact`. Default: `full`.
   */
  readonly mode?: McpMode
  /** Host names under which the server is reached, beside that of the platform's origin and this machine's. */
  readonly hosts?: readonly string[]
  /**
   * Whether a client that cannot be asked for its person's word may confirm a write by a second call, with a token that its
   * model can see. `false` refuses such writes, but for `unconfirmedKeys`. Default: true, as published.
   */
  readonly confirmsByToken?: boolean
  /** Who gives out tokens for this platform (RFC 9728), where there is somebody. */
  readonly issuer?: string
}

export type McpMode = 'compact' | 'full'

/** Resolve with `inject(mcpOptions)`. */
export const mcpOptions = defineService<McpOptions>('ai_assistant.mcp')
