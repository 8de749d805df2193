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

/** Writes JSON lines, by default to standard output. Properties that contain secrets are redacted, up to three levels deep. */
export function createLogger(options: LogOptions): Logger {
  const nested = SECRETS.flatMap((name) => {
    const inner = path(name)
    const after = (prefix: string) => (inner.startsWith('[') ? `${prefix}${inner}` : `${prefix}.${inner}`)
    return [inner, after('*'), after('*.*')]
  })
  return open(options, { redact: { paths: nested, censor: '[secret]' } })
}

/**
 * The logger of requests. The properties of its lines are chosen explicitly, so they are not searched for secrets, which would
 * cost more than answering the request.
 */
export function createRequestLogger(options: LogOptions): RequestLogger {
  return open({ destination: together(), ...options })
}

/** Writes lines in batches, because writing each one separately costs as much as answering a request. */
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

/** Milliseconds for which a line waits for others. */
const MOMENT = 20

export interface LogOptions {
  readonly level: string
  readonly destination?: DestinationStream
}

/** The destination of request log lines. */
export type RequestLogger = Record<'info' | 'error', (facts: object, message: string) => void>

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

/** Cached, because many requests end within the same millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== at) [at, time] = [now, `,"time":"${new Date(now).toISOString()}"`]
  return time
}
