import { writeSync } from 'node:fs'
import { FrameReader, type GuestRun, type HostFrame, RUN, toFrameLine } from '../frames.ts'
import type { GuestFrame } from '../guest-frame.ts'
import { createEngine } from './engine.ts'
import { Guest } from './guest.ts'

/**
 * The process that runs untrusted code, in an engine compiled to WebAssembly. It serves one run after another, all for the same
 * owner and each in a new engine with fresh memory. It is killed from outside when a run exceeds its time limit.
 */

const WARM_UP_RUN: GuestRun = {
  code: `async () => {
    const answer = await api.request({ method: 'GET', path: '/', query: { page: 1 } })
    console.log('answered', answer)
    return [answer, context.items.map(({ id }) => id)]
  }`,
  script: '',
  globals: '{"context":{"items":[{"id":1}]}}',
  hasApi: true,
  limits: { calls: 1, logLines: 1, logLength: 100, resultLength: 100, requestLength: 100 },
}

/** Maximum characters of a line from the host: a response, as JSON within JSON. */
const MAX_HOST_LINE = 16 * 1_048_576

/** Number of warm-up engines. */
const WARM_UPS = 3

/** Bytes that discarded engines may hold before a collection is forced. */
const MAX_UNCOLLECTED = 128 * 1_048_576

const memory = Number(process.argv[3])
let next: Promise<Guest> | undefined
let guest: Guest | undefined

/** Do nothing when imported for another purpose. */
if (process.argv[2] === RUN) serve()

function serve(): void {
  const reader = new FrameReader(MAX_HOST_LINE, (frame) => void take(frame as HostFrame).catch(breakDown))
  process.stdin.on('data', (chunk: Buffer) => reader.push(chunk))
  process.stdin.on('end', () => process.exit())
  warmUp().then(prepareGuest).catch(breakDown)
}

/**
 * Runs sample code in throwaway engines. Compiling and optimizing takes most of an engine's first run, so it is done while nobody
 * is waiting.
 */
async function warmUp(): Promise<void> {
  for (let time = 0; time < WARM_UPS; time++) {
    const guest = new Guest(await createEngine(memory), () => {})
    guest.start(WARM_UP_RUN)
    guest.answer(0, true, '{"success":true}')
  }
}

async function take(frame: HostFrame): Promise<void> {
  if (frame.kind === 'answer') guest?.answer(frame.call, frame.ok, frame.text)
  else {
    guest = await next!
    guest.start(frame.run)
  }
}

/** Creates the next engine ahead of time. */
async function prepareGuest(): Promise<void> {
  next = createEngine(memory).then((engine) => new Guest(engine, say))
  await next
  say({ kind: 'ready' })
}

function say(frame: GuestFrame): void {
  const line = Buffer.from(toFrameLine(frame))
  for (let sent = 0; sent < line.length;) sent += writeSync(1, line, sent)
  if (frame.kind === 'end' && !frame.isBroken) setImmediate(renew)
}

/** Discards the run with its engine and memory. */
function renew(): void {
  guest = undefined
  next = undefined
  // An engine's memory is only released by garbage collection, which takes as long as a short run.
  if (process.memoryUsage.rss() > MAX_UNCOLLECTED) globalThis.gc?.()
  prepareGuest().catch(breakDown)
}

/** After a trap, neither the engine nor its process can be used again. */
function breakDown(error: unknown): void {
  const text = `The code broke the engine: ${error instanceof Error ? error.message : 'for an unknown reason'}`
  say({ kind: 'end', ok: false, text, isBroken: true })
  process.exit(1)
}
