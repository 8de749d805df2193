import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A server in a process of its own, so that the load generator does not share its thread. */
export interface Child extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** 99th percentile of the event-loop delay since the last call, in milliseconds. */
  loopDelay(): Promise<number>
  /** Resident memory in MiB. */
  memory(): Promise<number>
  /** Memory in use after a collection, in MiB: what is not garbage. */
  live(): Promise<number>
}

/** Starts `servers/<name>.ts` and waits until it listens. */
export async function startChild(name: string, env: Record<string, string>): Promise<Child> {
  const file = new URL(`servers/${name}.ts`, import.meta.url)
  const child = fork(file, {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    execArgv: ['--conditions=@plinth/source', '--expose-gc'],
  })
  const next = <T>() =>
    new Promise<T>((resolve, reject) => {
      const end = (code: number | null) => reject(new Error(`${name} ended with ${code}`))
      child.once('exit', end).once('message', (message) => {
        child.off('exit', end)
        resolve(message as T)
      })
    })
  const ask = <T>(question: string) => {
    const answer = next<T>()
    child.send(question)
    return answer
  }
  const { url } = await next<{ url: string }>()
  return {
    url: url.replace(/\/$/, ''),
    pid: child.pid!,
    loopDelay: () => ask('delay'),
    memory: () => ask('memory'),
    live: () => ask('live'),
    async [Symbol.asyncDispose]() {
      // It may have ended by itself.
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Called by a server that listens; also answers what the bench asks. */
export function announceReady(url: string): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('message', (question) => {
    if (question === 'delay') {
      process.send?.(delay.percentile(99) / 1e6)
      delay.reset()
    }
    if (question === 'live') {
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      process.send?.((heapUsed + external) / 1_048_576)
    }
    if (question === 'memory') process.send?.(process.memoryUsage.rss() / 1_048_576)
  })
  // The bench has ended, or was interrupted.
  process.once('disconnect', () => process.exit())
  process.send?.({ url })
}
