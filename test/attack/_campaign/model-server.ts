import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a model server was asked, and the bytes that it sent. */
export interface ModelServerReport {
  readonly asked: number
  readonly sent: number
}

export interface ModelServer extends AsyncDisposable {
  /** As `OPENAI_BASE_URL`. */
  readonly url: string
  readonly report: () => Promise<ModelServerReport>
}

export type ModelServerAnswers = 'large' | 'small'

/** A hostile model server in a process of its own, so that what it costs to send so much is not taken for the host's. */
export async function startModelServer(answers: ModelServerAnswers): Promise<ModelServer> {
  const child = fork(fileURLToPath(new URL('./model-server-process.ts', import.meta.url)), [answers], {
    execArgv: ['--conditions=@plinth/source', '--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) => {
    throw new Error(`The model server ended with ${code}`)
  })
  ended.catch(() => {})
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string]
  return {
    url,
    async report() {
      const heard = once(child, 'message')
      child.send('report')
      const [report] = (await Promise.race([heard, ended])) as [ModelServerReport]
      return report
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
