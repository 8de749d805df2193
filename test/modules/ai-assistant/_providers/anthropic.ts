import type { Step, WireEvent } from './model-server.ts'

/** Messages, as Anthropic streams them. */
export function anthropicEvents({ text, calls = [] }: Step, round: number): readonly WireEvent[] {
  const event = (type: string, more: object): WireEvent => ({ event: type, data: { type, ...more } })
  const blocks = [
    ...(text ? [{ start: { type: 'text', text: '' }, deltas: textDeltas(text) }] : []),
    ...calls.map(({ name, args }, index) => ({
      start: { type: 'tool_use', id: `toolu_${round}_${index}`, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(args) }],
    })),
  ]
  return [
    event('message_start', {
      message: {
        id: `msg_${round}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10_000, output_tokens: 1 },
      },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 20 },
    }),
    event('message_stop', {}),
  ]
}

const textDeltas = (text: string) => (text.match(/.{1,12}/gs) ?? []).map((part) => ({ type: 'text_delta', text: part }))
