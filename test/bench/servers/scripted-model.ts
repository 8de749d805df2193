import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openaiEvents } from '../../modules/ai-assistant/_providers/openai.ts'
import { announceReady } from '../child.ts'

/** A model that says a thousand pieces as fast as they are read; asked for something short, few; asked to hang, one. */
const toLines = (pieces: number) =>
  openaiEvents({ text: `${'twelve chars'.repeat(pieces)}THE END` }, 1).map(
    ({ data }) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  )
const [long, short] = [toLines(1_000), toLines(3)]

const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await readText(request)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const isHanging = asked.includes('"hang"')
  for (const line of isHanging ? short.slice(0, 2) : asked.includes('"long"') ? long : short) {
    if (!response.write(line)) await once(response, 'drain')
    await nextTurn()
  }
  if (!isHanging) response.end()
}

announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
