import type { Server } from 'node:http'

export interface ShutdownOptions {
  /** Ends what is in progress; given up after `limitMs`. */
  readonly drain: () => Promise<void>
  /** Stopped one after the other, each given `limitMs`; a failure is logged and the next one follows. */
  readonly steps: readonly { readonly name: string; readonly stop: () => unknown }[]
  readonly limitMs?: number
  readonly log: { info(facts: object, message: string): void; error(facts: object, message: string): void }
  /** Replaced in tests. */
  readonly exit?: (code: number) => void
}

export interface Shutdown {
  /** Whether it has begun, for `/readyz`. */
  readonly begun: boolean
  /** Does what a signal does. */
  begin(reason: string): Promise<void>
  /** Listens to signals no longer. */
  dispose(): void
}

/** Ctrl-C below `npm start` arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500

/** Turns SIGINT and SIGTERM into an orderly end with status 0; a second signal ends at once. */
export function onShutdown({ drain, steps, limitMs = 10_000, log, exit = process.exit }: ShutdownOptions): Shutdown {
  let running: Promise<void> | undefined
  let begunAt = 0
  const attempt = async (name: string, work: () => unknown) => {
    try {
      await withinLimit(limitMs, work)
      return true
    } catch (error) {
      log.error({ err: error, step: name }, 'shutdown step failed')
      return false
    }
  }
  const stopAll = async (reason: string) => {
    log.info({ reason }, 'shutting down')
    let clean = await attempt('requests', drain)
    for (const { name, stop } of steps) clean = (await attempt(name, stop)) && clean
    log.info({ reason, clean }, 'stopped')
    exit(clean ? 0 : 1)
  }
  const begin = (reason: string) => {
    if (!running) begunAt = performance.now()
    return (running ??= stopAll(reason))
  }
  const onSignal = (signal: string) => {
    if (!running) return void begin(signal)
    if (performance.now() - begunAt < ECHO_MS) return
    log.error({ signal }, 'second signal: stopping at once')
    exit(signal === 'SIGINT' ? 130 : 143)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, onSignal)
  return {
    get begun() {
      return running !== undefined
    },
    begin,
    dispose() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}

/** Takes no new connections, lets requests in progress end within `limitMs`, then cuts the rest. */
export async function drainServer(server: Server, limitMs = 8000): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => done())
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), limitMs)
    const done = () => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    }
  })
}

async function withinLimit(limitMs: number, work: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([Promise.resolve().then(work), late])
  } finally {
    clearTimeout(timer)
  }
}
