/** Where the platform writes what operators should know. Pino fits as it is. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Says nothing. */
export const noopLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} })
