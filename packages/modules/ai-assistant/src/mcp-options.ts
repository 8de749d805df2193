import { defineService } from '@plinth/core'

/** Options of the MCP server. */
export interface McpOptions {
  /**
   * `compact` lists the three published tools, through which all others can be called, so that a large platform uses few tokens;
   * `full` lists all. Clients can override it: `/mcp?mode=compact`. Default: `full`.
   */
  readonly mode?: McpMode
  /** Accepted host names, in addition to that of the platform's origin and local ones. */
  readonly hosts?: readonly string[]
  /**
   * Whether clients without elicitation may confirm a write with a second call, using a token visible to the model. If false,
   * such writes are rejected, except for `unconfirmedKeys`. Default: true, as published.
   */
  readonly confirmsByToken?: boolean
  /** The authorization server for this platform (RFC 9728), if there is one. */
  readonly issuer?: string
}

export type McpMode = 'compact' | 'full'

/** Resolve with `inject(mcpOptions)`. */
export const mcpOptions = defineService<McpOptions>('ai_assistant.mcp')
