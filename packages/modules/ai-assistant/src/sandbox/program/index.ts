import { writeSync } from 'node:fs'
import { FrameReader, type GuestRun, type HostFrame, RUN, toFrameLine } from '../frames.ts'
import type { GuestFrame } from '../guest-frame.ts'
import { createEngine } from './engine.ts'
import { Guest } from './guest.ts'

/**
 * The process in which code of models and strangers runs, in an engine compiled to WebAssembly. It serves one run after
 * another, all of one owner, each in an engine of its own whose memory nobody has written before. It is killed from
 * outside when a run takes too long.
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

/** Characters of the longest line that the host sends: an answer, as JSON in JSON. */
const MAX_HOST_LINE = 16 * 1_048_576

/** Engines that are used and thrown away before the first one that counts. */
const WARM_UPS = 3

/** Bytes that engines of earlier runs may hold until they are collected. */
const MAX_UNCOLLECTED = 128 * 1_048_576

const memory = Number(process.argv[3])
let next: Promise<Guest> | undefined
let guest: Guest | undefined

/** Whoever imports this file for another reason starts nothing. */
if (process.argv[2] === RUN) serve()

function serve(): void {
  const reader = new FrameReader(MAX_HOST_LINE, (frame) => void take(frame as HostFrame).catch(breakDown))
  process.stdin.on('data', (chunk: Buffer) => reader.push(chunk))
  process.stdin.on('end', () => process.exit())
  warmUp().then(prepareGuest).catch(breakDown)
}

/**
 * Runs something a few times, in engines that nobody uses after. Machine code is made when it is first needed, and better
 * code when it has been needed often: of an engine's first run that takes most of the time, so it is spent while nobody waits.
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

/** The next engine is made before it is asked for. */
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

/** Forgets the run, its engine and its memory. */
function renew(): void {
  guest = undefined
  next = undefined
  // The memory of an engine is given back when it is collected, which takes as long as a short run.
  if (process.memoryUsage.rss() > MAX_UNCOLLECTED) globalThis.gc?.()
  prepareGuest().catch(breakDown)
}

/** An engine that traps is in no state to go on, and neither is its process. */
function breakDown(error: unknown): void {
  const text = `The code broke the engine: ${error instanceof Error ? error.message : 'for no reason that it tells'}`
  say({ kind: 'end', ok: false, text, isBroken: true })
  process.exit(1)
}
