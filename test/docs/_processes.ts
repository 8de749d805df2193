import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'

const exec = promisify(execFile)

/** A Node process that runs TypeScript as `npm start` does. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess
}

export function startProgram(script: string, env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, ['--conditions=@plinth/source', '--no-warnings', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs lines of a shell as if they were pasted, in `folder`, and answers what they print. */
export async function paste(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await exec('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return stdout
}

/** The URL of a new, empty database. */
export async function createDatabase(name: string): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}_${process.pid}`)
  await admin.end()
  url.pathname = `/${name}_${process.pid}`
  return url.href
}

/** Asks until there is an answer. */
export async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
