import { send } from './api.ts'

/** A row that a write would change. */
export interface PreviewedRow {
  readonly table: string
  readonly id: string
  readonly kind: 'insert' | 'update' | 'delete'
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** What the assistant asks before it writes. */
export interface Question {
  readonly id: string
  readonly sessionID: string
  readonly questions: readonly {
    readonly question: string
    readonly header: string
    readonly options: readonly { readonly label: string; readonly description: string }[]
  }[]
  readonly preview?: {
    readonly title: string
    readonly requests: readonly {
      readonly commands: readonly {
        readonly commandId: string
        readonly label: string | null
        readonly isUndoable: boolean
        readonly changes: readonly PreviewedRow[]
        readonly moreChanges: number
      }[]
    }[]
  }
}

/** A frame of the stream of an answer. */
export type Frame =
  | { readonly type: 'thinking' | 'session-authorized' | 'debug' | 'metadata' }
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly toolName: string; readonly args: unknown }
  | { readonly type: 'tool-result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'done'; readonly sessionId: string }
  | { readonly type: 'error'; readonly error: string }

interface Said {
  readonly text: string
  readonly sessionId: string | null
  readonly signal: AbortSignal
}

/** Says something to the assistant, and yields its answer as it comes. */
export async function* say({ text, sessionId, signal }: Said): AsyncGenerator<Frame> {
  const response = await send('POST', '/ai_assistant/chat', {
    body: { messages: [{ role: 'user', content: text }], ...(sessionId && { sessionId }) },
    headers: { accept: 'text/event-stream' },
    signal,
    isRead: true,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as Frame
  }
}
