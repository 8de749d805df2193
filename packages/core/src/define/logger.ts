/** Where the platform writes what operators should know. Pino fits as it is. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Says nothing. */
export const noopLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} })

/** The logger of a product that has none: warnings and errors as JSON lines on standard error, nothing else. */
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

/** The message is written whatever the facts are. */
function toLine(line: object, withoutFacts: object): string {
  try {
    return JSON.stringify(line, toPlain)
  } catch (error) {
    return JSON.stringify({ ...withoutFacts, leftOut: String(error) })
  }
}

/** JSON sees no members of errors. A database error has some that hold values of rows, which belong in no log. */
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
