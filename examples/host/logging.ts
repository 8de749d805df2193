import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

const SECRETS = [
  'password',
  'passwordHash',
  'token',
  'refreshToken',
  'accessToken',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'connectionString',
]
const path = (name: string) => (/^\w+$/.test(name) ? name : `["${name}"]`)

/** JSON lines, by default on standard output; members that hold secrets are replaced, up to three levels deep. */
export function createLogger(options: LogOptions): Logger {
  const nested = SECRETS.flatMap((name) => {
    const inner = path(name)
    const after = (prefix: string) => (inner.startsWith('[') ? `${prefix}${inner}` : `${prefix}.${inner}`)
    return [inner, after('*'), after('*.*')]
  })
  return open(options, { redact: { paths: nested, censor: '[secret]' } })
}

/**
 * The logger of requests. Their lines have members of their own choice, so nothing is looked for in them: that would
 * cost more than answering.
 */
export function createRequestLogger(options: LogOptions): RequestLogger {
  return open({ destination: together(), ...options })
}

/** Writes lines together that come within a moment: to write each by itself costs as much as an answer. */
function together(): DestinationStream {
  const output = pino.destination({ dest: 1 })
  let lines = ''
  const pass = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.once('exit', () => {
    pass()
    output.flushSync()
  })
  return {
    write(line) {
      if (lines === '') setTimeout(pass, MOMENT)
      lines += line
    },
  }
}

/** Milliseconds that the line of a request waits for others. */
const MOMENT = 20

export interface LogOptions {
  readonly level: string
  readonly destination?: DestinationStream
}

/** Where lines of requests go. */
export type RequestLogger = Pick<Logger, 'info' | 'error'>

function open({ level, destination }: LogOptions, more: LoggerOptions = {}): Logger {
  const settings = {
    level,
    base: undefined,
    timestamp,
    formatters: { level: (name: string) => ({ level: name }) },
    ...more,
  }
  return destination ? pino(settings, destination) : pino(settings)
}

let [at, time] = [0, '']

/** Many requests end in one millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== at) [at, time] = [now, `,"time":"${new Date(now).toISOString()}"`]
  return time
}
