import type { Logger } from '@plinth/core'

/** A line logged by the platform. */
export interface LogLine {
  readonly level: keyof Logger
  readonly facts: Readonly<Record<string, unknown>>
  readonly message: string
}

/** A logger that stores its lines in memory. */
export class CapturedLog implements Logger {
  readonly lines: LogLine[] = []

  debug(facts: object, message: string): void {
    this.#keep('debug', facts, message)
  }

  info(facts: object, message: string): void {
    this.#keep('info', facts, message)
  }

  warn(facts: object, message: string): void {
    this.#keep('warn', facts, message)
  }

  error(facts: object, message: string): void {
    this.#keep('error', facts, message)
  }

  /** The lines of one log level. */
  at(level: keyof Logger): readonly LogLine[] {
    return this.lines.filter((line) => line.level === level)
  }

  #keep(level: keyof Logger, facts: object, message: string): void {
    this.lines.push({ level, facts: { ...facts }, message })
  }
}
