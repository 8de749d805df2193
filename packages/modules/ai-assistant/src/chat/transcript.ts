import type { HistoryMessage } from '../conversations/messages.ts'

type AssistantPart = Extract<HistoryMessage, { role: 'assistant' }>['content'][number]
type ResultPart = Extract<HistoryMessage, { role: 'tool' }>['content'][number]

/** Records a model's output and tool calls step by step, so that an aborted turn is kept as far as it got. */
export class Transcript {
  readonly #messages: HistoryMessage[] = []
  #parts: AssistantPart[] = []
  #results: ResultPart[] = []

  text(content: string): void {
    const last = this.#parts.at(-1)
    if (last?.type === 'text') this.#parts[this.#parts.length - 1] = { type: 'text', text: last.text + content }
    else this.#parts.push({ type: 'text', text: content })
  }

  call(call: Omit<Extract<AssistantPart, { type: 'tool-call' }>, 'type'>): void {
    this.#parts.push({ type: 'tool-call', ...call })
  }

  result(result: Omit<ResultPart, 'type'>): void {
    this.#results.push({ type: 'tool-result', ...result })
  }

  endStep(): void {
    // A tool call without a result would make every later turn fail.
    const answered = new Set(this.#results.map(({ toolCallId }) => toolCallId))
    const content = this.#parts.filter((part) => part.type === 'text' || answered.has(part.toolCallId))
    if (content.length > 0) this.#messages.push({ role: 'assistant', content })
    if (this.#results.length > 0) this.#messages.push({ role: 'tool', content: this.#results })
    this.#parts = []
    this.#results = []
  }

  get messages(): readonly HistoryMessage[] {
    return this.#messages
  }
}
