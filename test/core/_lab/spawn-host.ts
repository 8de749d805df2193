import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkProgram } from '../../_setup/fork-program.ts'
import type { HostActions } from './host-process.ts'

type Message = { id?: number; value?: unknown; error?: string; ready?: true; logged?: string }

/** A host in a process of its own. */
class HostProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { done: (value: never) => void; failed: (error: Error) => void }>()
  readonly logged: Message[] = []
  #next = 1

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: Message) => this.#hear(message))
    child.on('exit', () => {
      for (const { failed } of this.#waiting.values()) failed(new Error('The host is gone'))
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  call<A extends keyof HostActions>(action: A, ...args: Parameters<HostActions[A]>): ReturnType<HostActions[A]> {
    const id = this.#next++
    const answer = new Promise((done, failed) => this.#waiting.set(id, { done, failed }))
    this.#child.send({ id, action, args }, () => {})
    return answer as ReturnType<HostActions[A]>
  }

  /** Ends the process without a chance to say goodbye. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }

  #hear({ id, value, error, ...message }: Message): void {
    if (id === undefined) return void this.logged.push(message)
    const { done, failed } = this.#waiting.get(id)!
    this.#waiting.delete(id)
    if (error === undefined) done(value as never)
    else failed(new Error(error))
  }
}

/** Starts a host process; it is composed but neither migrated nor started. */
export async function spawnHost(url: string, env: Record<string, string> = {}, script = './host-process.ts') {
  const child = await forkProgram(new URL(script, import.meta.url), { HOST_DATABASE_URL: url, ...env })
  const host = new HostProcess(child)
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The host did not start'))),
  ])
  return host
}
