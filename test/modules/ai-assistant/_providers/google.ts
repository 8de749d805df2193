import type { Step, WireEvent } from './model-server.ts'

/** `streamGenerateContent`, as Google streams it. */
export function googleEvents({ text, calls = [] }: Step): readonly WireEvent[] {
  const candidate = (parts: readonly object[], more: object = {}) => ({
    data: { candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], modelVersion: 'scripted' },
  })
  return [
    ...(text ? (text.match(/.{1,12}/gs) ?? []).map((part) => candidate([{ text: part }])) : []),
    ...calls.map(({ name, args }) => candidate([{ functionCall: { name, args } }])),
    {
      data: {
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 10_000, candidatesTokenCount: 20, totalTokenCount: 10_020 },
        modelVersion: 'scripted',
      },
    },
  ]
}
