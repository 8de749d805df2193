import type { TestResponse, Client } from '@plinth/testing'

/** JSON of whatever shape. */
export type Loose = TestResponse['body']

/** A frame as it arrived. */
export type Arrived = { readonly type: string } & Readonly<Record<string, Loose>>

/** Reads the frames of an answer one by one; whoever stops reading goes away. */
export async function* framesOf(response: Response): AsyncGenerator<Arrived> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes, { stream: true })
    const lines = text.split('\n\n')
    text = lines.pop()!
    for (const line of lines) {
      if (!line.startsWith('data: ')) throw new Error(`No frame: ${line}`)
      yield JSON.parse(line.slice('data: '.length)) as Arrived
    }
  }
}

/** Says something, and answers the stream. */
export async function say(client: Client, text: string, sessionId?: string): Promise<Response> {
  const response = await client.fetch('/ai_assistant/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: text }], ...(sessionId && { sessionId }) }),
  })
  if (response.status !== 201) throw Object.assign(new Error(await response.text()), { status: response.status })
  return response
}

/** Says something and reads all frames; questions are answered as told, with the index of the option. */
export async function converse(
  client: Client,
  text: string,
  {
    sessionId,
    answer = () => 0,
  }: { sessionId?: string; answer?: (question: Loose) => number | Promise<number> | null } = {},
): Promise<Arrived[]> {
  const frames: Arrived[] = []
  for await (const frame of framesOf(await say(client, text, sessionId))) {
    frames.push(frame)
    if (frame.type !== 'question') continue
    const { id: questionId, sessionID } = frame['question']
    const option = await answer(frame['question'])
    if (option === null) continue
    const answered = await client.post('/ai_assistant/chat', {
      answerQuestion: { questionId, answer: option, sessionId: sessionID },
    })
    if (answered.status !== 201) throw new Error(`${answered.status} ${answered.text}`)
  }
  return frames
}

export const textOf = (frames: readonly Arrived[]) =>
  frames
    .filter(({ type }) => type === 'text')
    .map((frame) => frame['content'])
    .join('')

export const typesOf = (frames: readonly Arrived[]) =>
  frames.map(({ type }) => type).filter((type, at, all) => type !== 'debug' && type !== all[at - 1])
