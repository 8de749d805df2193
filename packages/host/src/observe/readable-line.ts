import { inspect } from 'node:util'

/** A line of the log as text for a terminal: `12:00:00 info  mail sent subject='Welcome'`, and below it the stack of an error. */
export function toReadableLine(line: string): string {
  const { level, time, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>
  const { stack, message } = (err ?? {}) as { readonly stack?: string; readonly message?: string }
  const told = Object.entries(facts).map(([name, value]) => `${name}=${inspect(value, { breakLength: Infinity })}`)
  const words = [String(time).slice(11, 19), String(level).padEnd(5), String(msg), ...told]
  const trouble = stack ?? message
  return `${words.join(' ')}\n${trouble === undefined ? '' : `${trouble.replace(/^/gm, '  ')}\n`}`
}
