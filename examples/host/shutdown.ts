export interface ShutdownOptions {
  /** What each step is given; then the next one follows. Default: 15 seconds, for jobs alone may take 10. */
  readonly limitMs?: number
  readonly log: { info(facts: object, message: string): void; error(facts: object, message: string): void }
  /** Replaced in tests. */
  readonly exit?: (code: number) => void
}

export interface Shutdown {
  /** Why it has begun: the signal, or what `begin` was told. Undefined until then. */
  readonly reason: string | undefined
  /**
   * Waits for what is being opened, and closes it at the end, what was opened last first. When the end begins
   * meanwhile, it waits for the opening too, and the caller does not go on.
   */
  open<T>(name: string, opening: T | Promise<T>, close?: (opened: T) => unknown): Promise<T>
  /** Does what a signal does. */
  begin(reason: string): Promise<void>
  /** Listens to signals no longer. */
  dispose(): void
}

interface Step {
  readonly name: string
  stop(): unknown
}

/** Ctrl-C below `npm start` arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500

/** Turns SIGINT and SIGTERM into an orderly end with status 0; a second signal ends at once. */
export function onShutdown({ limitMs = 15_000, log, exit = process.exit }: ShutdownOptions): Shutdown {
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
  const signals = ['SIGINT', 'SIGTERM'] as const
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
