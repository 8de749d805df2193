import { type Caller, defineService } from '@plinth/core'
import type { CommandPreview } from '@plinth/core/http'
import type { Credential } from './credential.ts'

// A `ToolCall` comes through a door. With the credential whose rights it has it is a `ToolInvocation`, a `WriteInvocation` where
// it writes, a `CodeInvocation` where it runs code. It is carried out as `CallStep`s, each with a `StepResult`; all of it
// ends in one `ToolOutcome`, which may be a `PendingApproval`.

export type ToolErrorCode = 'NOT_FOUND' | 'UNAUTHORIZED' | 'VALIDATION_ERROR' | 'EXECUTION_ERROR'
export type JsonRecord = Readonly<Record<string, unknown>>

/** What may be called, as it is listed. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema 2020-12 of an object, complete in itself. */
  readonly inputSchema: JsonRecord
  readonly module: string
  /** All of them are needed. */
  readonly features: readonly string[]
  /** `code` may do either: what it asks for decides. */
  readonly kind: 'read' | 'write' | 'code'
  /** As MCP calls them. */
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: false
  }
  /** Whether it is one of the three published ones, which are enough to reach all others. */
  readonly isBuiltIn: boolean
}

/** Through which door a call came: the chat, `tools/execute`, or MCP. */
export type Door = 'chat' | 'http' | 'mcp'

export interface ToolCall {
  readonly name: string
  /** As they arrived. */
  readonly args: unknown
  readonly door: Door
  /** The client's or the model's; for the log. */
  readonly callId?: string
  readonly conversationId?: string
  /** By a door whose clients begin none: the conversation that the call belongs to, for whom it acts. */
  readonly conversationOf?: (caller: Caller) => OwnConversation
  /** The title of such a conversation, which begins with what is written by it. */
  readonly opens?: string
  /** Ends it: what is under way in one transaction is done or not, and nothing follows. */
  readonly signal?: AbortSignal
  /** Told how far it is. */
  readonly onProgress?: (done: number, total?: number) => void
  /**
   * The token of a preview that the caller was shown for the same tool and arguments. By chat and MCP nothing is
   * written without one; `http` is somebody's own act.
   */
  readonly approval?: string
  /** Whether the client asks its person: only the token that comes back with the answer counts then. */
  readonly asksClient?: boolean
  /** Where the host lets this API key write unasked; whether it is one is checked here. */
  readonly skipsApproval?: boolean
}

/** A conversation that begins with what is written by it. */
export interface OwnConversation {
  readonly id: string
  readonly title: string
}

export type ToolOutcome =
  | {
      readonly ok: true
      readonly result: unknown
      /** The result as JSON for people, cut while it is written. */
      readonly text: string
      readonly isCut: boolean
      /** Entries of the log, for undo. */
      readonly entryIds: readonly string[]
      /** Where something was written: with what it is listed and undone. */
      readonly conversationId?: string
    }
  | {
      readonly ok: false
      readonly code: ToolErrorCode
      readonly error: string
      readonly requiredFeatures?: readonly string[]
      /** Seconds, where there were too many calls. */
      readonly retryAfter?: number
    }
  | { readonly ok: 'ask'; readonly approval: PendingApproval }

/** One request of a call, and what it would do. */
export interface PreviewedRequest {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query?: JsonRecord
    readonly body?: unknown
  }
  /** Of the answer that it would get. */
  readonly status: number
  readonly answer: unknown
  readonly commands: readonly CommandPreview[]
  /** What else it would do, by the ids of events, jobs and logs: by itself, and not as one of its commands. */
  readonly withheld: readonly string[]
}

/** What a call would do. Nothing of it has happened. */
export interface Preview {
  readonly tool: string
  readonly title: string
  readonly requests: readonly PreviewedRequest[]
}

/** What has to be confirmed. */
export interface PendingApproval {
  readonly id: string
  /** Signed. It proves nothing by itself: it names a row that is claimed once. */
  readonly token: string
  readonly expiresAt: string
  readonly preview: Preview
}

/** The tools of the platform: one list and one executor for every door. */
export interface Tools {
  /** What the caller may call, by name, and nothing else. */
  listFor(credential: Credential): Promise<readonly ListedTool[]>
  call(credential: Credential, call: ToolCall): Promise<ToolOutcome>
}

/** Resolve with `inject(toolbox)`. */
export const toolbox = defineService<Tools>('ai_assistant.tools')
