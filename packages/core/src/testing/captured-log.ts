import type { Logger } from '../define/context.ts'

/** One line that the platform logged. */
export interface LogLine {
  readonly level: keyof Logger
  readonly facts: Readonly<Record<string, unknown>>
  readonly message: string
}

/** A logger that keeps its lines. */
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

  /** The lines of one level. */
  at(level: keyof Logger): readonly LogLine[] {
    return this.lines.filter((line) => line.level === level)
  }

  #keep(level: keyof Logger, facts: object, message: string): void {
    this.lines.push({ level, facts: { ...facts }, message })
  }
}
