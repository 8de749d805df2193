export interface ShutdownOptions {
  /** Milliseconds for each step, after which the next one starts. Default: 15 seconds, because jobs alone may take 10. */
  readonly limitMs?: number
  readonly log: { info(facts: object, message: string): void; error(facts: object, message: string): void }
  /** The signals that begin it. Default: SIGINT and SIGTERM. */
  readonly signals?: readonly NodeJS.Signals[]
  /** Ends the process. */
  readonly exit?: (code: number) => void
}

export interface Shutdown {
  /** The reason of the shutdown: the signal, or the argument of `begin`. Undefined before it has begun. */
  readonly reason: string | undefined
  /**
   * Waits for something to open, and closes it at shutdown, in reverse order. If the shutdown begins meanwhile, it waits for the
   * opening as well, and the caller does not continue.
   */
  open<T>(name: string, opening: T | Promise<T>, close?: (opened: T) => unknown): Promise<T>
  /** Begins the shutdown, as a signal does. */
  begin(reason: string): Promise<void>
  /** Stops listening to signals. */
  dispose(): void
}

interface Step {
  readonly name: string
  stop(): unknown
}

/** Under `npm start`, Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const ECHO_MS = 500

/** Shuts down gracefully with status 0 on SIGINT and SIGTERM. A second signal exits immediately. */
export function onShutdown({
  limitMs = 15_000,
  log,
  exit = process.exit,
  signals = ['SIGINT', 'SIGTERM'],
}: ShutdownOptions): Shutdown {
  const steps: Step[] = []
  let running: Promise<void> | undefined
  let why: string | undefined
  let begunAt = 0
  const attempt = async ({ name, stop }: Step) => {
    try {
      await withinLimit(limitMs, stop)
      return true
    } catch (error) {
      log.error({ err: error, step: name }, 'shutdown step failed')
      return false
    }
  }
  const stopAll = async (reason: string) => {
    log.info({ reason }, 'shutting down')
    let clean = true
    for (const step of steps.toReversed()) clean = (await attempt(step)) && clean
    log.info({ reason, clean }, 'stopped')
    exit(clean ? 0 : 1)
  }
  const begin = (reason: string) => {
    if (running) return running
    begunAt = performance.now()
    why = reason
    return (running = stopAll(reason))
  }
  const onSignal = (signal: string) => {
    if (!running) return void begin(signal)
    if (performance.now() - begunAt < ECHO_MS) return
    log.error({ signal }, 'second signal: stopping at once')
    exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    get reason() {
      return why
    },
    async open(name, opening, close) {
      const opened = Promise.resolve(opening)
      steps.push({ name, stop: async () => close?.(await opened) })
      const [outcome] = await Promise.allSettled([opened])
      if (running) await new Promise(() => {})
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
    begin,
    dispose() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
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
