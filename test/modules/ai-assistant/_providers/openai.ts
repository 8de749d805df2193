import type { Step, WireEvent } from './model-server.ts'

/** Chat completions, as OpenAI and the servers that speak like it stream them. */
export function openaiEvents({ text, calls = [] }: Step, round: number): readonly WireEvent[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    data: {
      id: `chatcmpl-${round}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    },
  })
  const usage = { prompt_tokens: 10_000, completion_tokens: 20, total_tokens: 10_020 }
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(text ? (text.match(/.{1,12}/gs) ?? []).map((content) => chunk({ content })) : []),
    ...calls.map(({ name, args }, index) =>
      chunk({
        tool_calls: [
          {
            index,
            id: `call_${round}_${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          },
        ],
      }),
    ),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    {
      data: {
        id: `chatcmpl-${round}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [],
        usage,
      },
    },
    { data: '[DONE]' },
  ]
}

/** A chat completion that is not streamed. */
export const openaiAnswer = ({ text = '' }: Step) => ({
  id: 'chatcmpl-whole',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'scripted',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 },
})
