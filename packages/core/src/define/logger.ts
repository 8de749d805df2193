/** Receives what operators should know. A Pino logger can be passed as is. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Discards all messages. */
export const noopLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} })

/** The default logger: writes warnings and errors as JSON lines to standard error, and discards the rest. */
export const standardError: Logger = Object.freeze({
  debug() {},
  info() {},
  warn: (facts: object, message: string) => write({ level: 'warn', facts, message }),
  error: (facts: object, message: string) => write({ level: 'error', facts, message }),
})

function write({ level, facts, message }: { level: string; facts: object; message: string }): void {
  const [head, end] = [{ level, time: new Date().toISOString() }, { msg: message }]
  process.stderr.write(`${toLine({ ...head, ...facts, ...end }, { ...head, ...end })}\n`)
}

/** Writes the message even if its details cannot be serialized. */
function toLine(line: object, withoutFacts: object): string {
  try {
    return JSON.stringify(line, toPlain)
  } catch (error) {
    return JSON.stringify({ ...withoutFacts, leftOut: String(error) })
  }
}

/** JSON omits the properties of errors. Some properties of database errors contain row values, which must not be logged. */
function toPlain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return {
    type: name,
    message,
    stack,
    ...('code' in value && { code: value.code }),
    ...(cause !== undefined && { cause }),
  }
}
