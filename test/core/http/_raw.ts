import { connect } from 'node:net'
import type { TestPlatform } from '@plinth/testing'
import { serve } from 'h3'

/** A test platform behind a real socket, for what `fetch` refuses to send. */
export async function listen(app: TestPlatform) {
  const server = serve(app.platform.app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
  await server.ready()
  const port = Number(new URL(server.url ?? '').port)
  return {
    /** Sends bytes as they are and answers what comes back until the server closes. */
    raw: (...chunks: (string | Uint8Array)[]) =>
      new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        let received = ''
        socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
        socket.on('data', (data: Buffer) => (received += data.toString('latin1')))
        socket.on('error', (error) => (received ? undefined : reject(error)))
        socket.on('close', () => {
          const [head = '', body = ''] = received.split('\r\n\r\n', 2)
          resolve({ status: Number(head.split(' ')[1]), head, body })
        })
        for (const chunk of chunks) socket.write(chunk)
      }),
    [Symbol.asyncDispose]: () => server.close(true),
  }
}
