import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies a running process even if process ids are reused, as containers do at every restart; undefined if it has exited or
 * is a zombie.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return isRunning(pid) ? String(pid) : undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command, in parentheses, may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? undefined : `${pid}.${startTime}`
  } catch {
    return undefined
  }
}

/** Whether the process identified by `identity` is still running. */
export function isAlive(identity: string): boolean {
  return identityOf(Number.parseInt(identity, 10)) === identity
}

/** The command line of a running process; empty if it cannot be determined. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
