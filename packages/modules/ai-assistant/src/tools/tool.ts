import { type Caller, defineService } from '@plinth/core'
import type { CommandPreview } from '@plinth/core/http'
import type { Credential } from './credential.ts'

// A `ToolCall` arrives through a transport. With the credential it runs with, it is a `ToolInvocation`; a `WriteInvocation` if it
// writes, a `CodeInvocation` if it runs code. It is executed as `CallStep`s, each with a `StepResult`, and ends in one
// `ToolOutcome`, which may be a `PendingApproval`.

export type ToolErrorCode = 'NOT_FOUND' | 'UNAUTHORIZED' | 'VALIDATION_ERROR' | 'EXECUTION_ERROR'
export type JsonRecord = Readonly<Record<string, unknown>>

/** A tool as listed. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** A self-contained JSON Schema 2020-12 of an object. */
  readonly inputSchema: JsonRecord
  readonly module: string
  /** All of them are required. */
  readonly features: readonly string[]
  /** `code` may read or write, depending on its requests. */
  readonly kind: 'read' | 'write' | 'code'
  /** As defined by MCP. */
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: false
  }
  /** Whether it is one of the three published tools, through which all others can be called. */
  readonly isBuiltIn: boolean
}

/** How a call arrived: through the chat, `tools/execute`, or MCP. */
export type Door = 'chat' | 'http' | 'mcp'

export interface ToolCall {
  readonly name: string
  /** Not yet validated. */
  readonly args: unknown
  readonly door: Door
  /** Chosen by the client or model; for the log. */
  readonly callId?: string
  readonly conversationId?: string
  /** Determines the conversation for transports whose clients do not create one. */
  readonly conversationOf?: (caller: Caller) => OwnConversation
  /** The title of that conversation, which is created by its first write. */
  readonly opens?: string
  /** Cancels the call: the current transaction commits or rolls back, and nothing follows. */
  readonly signal?: AbortSignal
  /** Called with the progress so far. */
  readonly onProgress?: (done: number, total?: number) => void
  /**
   * The token of a preview shown for the same tool and arguments. Chat and MCP require one for every write; `http` calls are the
   * user's own action.
   */
  readonly approval?: string
  /** Whether the client asks its user. Only the token returned with the answer is then accepted. */
  readonly asksClient?: boolean
  /** Whether API keys on the host's list may write without confirmation; the list is checked here. */
  readonly skipsApproval?: boolean
}

/** A conversation created by its first write. */
export interface OwnConversation {
  readonly id: string
  readonly title: string
}

export type ToolOutcome =
  | {
      readonly ok: true
      readonly result: unknown
      /** The result as JSON for people, truncated while being written. */
      readonly text: string
      readonly isCut: boolean
      /** Ids of log entries, for undo. */
      readonly entryIds: readonly string[]
      /** For writes: the conversation under which they are listed and undone. */
      readonly conversationId?: string
    }
  | {
      readonly ok: false
      readonly code: ToolErrorCode
      readonly error: string
      readonly requiredFeatures?: readonly string[]
      /** Seconds until the rate limit allows another call. */
      readonly retryAfter?: number
    }
  | { readonly ok: 'ask'; readonly approval: PendingApproval }

/** One request of a call, and its effects. */
export interface PreviewedRequest {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query?: JsonRecord
    readonly body?: unknown
  }
  /** Status of the response it would get. */
  readonly status: number
  readonly answer: unknown
  readonly commands: readonly CommandPreview[]
  /** Ids of events, jobs and logs that it would trigger itself, outside its commands. */
  readonly withheld: readonly string[]
}

/** What a call would do. Nothing has been written. */
export interface Preview {
  readonly tool: string
  readonly title: string
  readonly requests: readonly PreviewedRequest[]
}

/** A write that must be confirmed. */
export interface PendingApproval {
  readonly id: string
  /** Signed. It grants nothing by itself: it names a row that can be claimed once. */
  readonly token: string
  readonly expiresAt: string
  readonly preview: Preview
}

/** The tools of the platform: one list and one executor for all transports. */
export interface Tools {
  /** The tools that the caller may call, by name. */
  listFor(credential: Credential): Promise<readonly ListedTool[]>
  call(credential: Credential, call: ToolCall): Promise<ToolOutcome>
}

/** Resolve with `inject(toolbox)`. */
export const toolbox = defineService<Tools>('ai_assistant.tools')
