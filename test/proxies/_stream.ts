import type { Client } from './_client.ts'

/** An event stream. */
export interface Stream extends AsyncDisposable {
  /** Comments that kept it open. */
  readonly heartbeats: number
  /** Waits for an event of this id that nobody has waited for. */
  next(id: string): Promise<void>
}

export async function openStream(client: Client): Promise<Stream> {
  const answer = await client.open('/api/events/stream', { headers: { accept: 'text/event-stream' } })
  if (answer.statusCode !== 200) throw new Error(`The stream is ${answer.statusCode}`)
  let [text, heartbeats] = ['', 0]
  let wake = () => {}
  let isOver = false
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    heartbeats += chunk.split(':heartbeat').length - 1
    text += chunk
    wake()
  })
  answer.once('close', () => {
    isOver = true
    wake()
  })
  answer.on('error', () => undefined)
  return {
    get heartbeats() {
      return heartbeats
    },
    async next(id) {
      for (;;) {
        const at = text.indexOf(`"id":"${id}"`)
        if (at >= 0) {
          text = text.slice(at + id.length)
          return
        }
        if (isOver) throw new Error('The stream has ended')
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    async [Symbol.asyncDispose]() {
      answer.destroy()
    },
  }
}
