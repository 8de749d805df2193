import { readdirSync, readFileSync } from 'node:fs'

/** Watches the memory that the processes below `pid` occupy together, `pid` included; `stop` returns the most in MiB. */
export function watchMemory(pid: number): { readonly start: number; stop(): number } {
  const start = memoryOf(pid)
  let most = start
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 100)
  return {
    start,
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

function memoryOf(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [statusOf(Number(name))] : []))
  const family = new Set([root])
  for (let size = 0; size < family.size;) {
    size = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  return Math.round(processes.reduce((sum, { pid, kib }) => sum + (family.has(pid) ? kib : 0), 0) / 1024)
}

/** Memory that is shared with other processes, such as the code of the program, is not counted. */
function statusOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { pid, parent: read('PPid'), kib: read('RssAnon') }
  } catch {
    return { pid, parent: 0, kib: 0 }
  }
}
