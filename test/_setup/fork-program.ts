import { type ChildProcess, fork } from 'node:child_process'
import { bundled } from './bundled.ts'

/** Starts a program of the tests, named by its URL, as a process with a channel to this one, from one file. */
export async function forkProgram(source: URL, env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  return fork(await bundled(source), {
    execArgv: ['--conditions=@plinth/source', '--no-warnings'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
