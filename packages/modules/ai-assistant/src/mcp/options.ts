import { defineService } from '@plinth/core'

/** What the MCP server offers beside tools, and to whom. */
export interface McpOptions {
  /**
   * `compact` lists the three published tools, through which all others are reached, so that a large platform costs a
   * model little; `full` lists all. A client may ask for the other one: `/mcp?mode=compact`. Default: `full`.
   */
  readonly mode?: McpMode
  /** Pages that clients may read, such as those of the documentation. */
  readonly pages?: readonly McpPage[]
  /** What people may choose to begin with. */
  readonly prompts?: readonly McpPrompt[]
  /** Host names under which the server is reached, beside that of the platform's origin and this machine's. */
  readonly hosts?: readonly string[]
  /** Who gives out tokens for this platform (RFC 9728), where there is somebody. */
  readonly issuer?: string
}

export type McpMode = 'compact' | 'full'

export interface McpPage {
  /** Unique: letters, digits, `-` and `/`. */
  readonly name: string
  readonly title: string
  /** Markdown. */
  readonly text: () => Promise<string> | string
}

export interface McpPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[]
  readonly text: (values: Readonly<Record<string, string>>) => string
}

/** Resolve with `get(mcpOptions)`. */
export const mcpOptions = defineService<McpOptions>('ai_assistant.mcp')
