import { spawn } from 'node:child_process'

interface Guarded {
  /** A data folder: its PostgreSQL is stopped, and the folder removed unless `isKept`. */
  readonly folder?: string
  readonly isKept?: boolean
  /** A process that is killed first. */
  readonly pid?: number | undefined
}

/**
 * Stops a server when this process ends in any way, `kill -9` included: a shell waits for the end of its input, which the
 * operating system closes together with this process. Returns a function that calls it off, for whoever stops the server itself.
 */
export function stopWithProcess({ folder = '', isKept = false, pid }: Guarded): () => void {
  if (process.platform === 'win32') return () => undefined
  const args = ['-c', SCRIPT, 'sh', folder, isKept ? 'kept' : '', String(pid ?? '')]
  // In a session of its own, so that Ctrl-C in a terminal does not reach it.
  const guard = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  const input = guard.stdin as typeof guard.stdin & { unref(): void }
  input.unref()
  // It may end before this process does, for example when the machine shuts down.
  input.on('error', () => undefined)
  return () => void guard.kill('SIGKILL')
}

const SCRIPT = `
read -r _
[ -n "$3" ] && kill -KILL "$3" 2>/dev/null
[ -n "$1" ] || exit
server=$(head -n 1 "$1/cluster/postmaster.pid" 2>/dev/null)
if [ -n "$server" ]; then
  kill -QUIT "$server"
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" 2>/dev/null || break; sleep 0.2; done
fi
[ -n "$2" ] || rm -rf "$1"
`
