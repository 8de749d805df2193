import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { ROOT } from './_pages.ts'

const exec = promisify(execFile)

/** A Node process that runs TypeScript as `npm start` does. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess
  /** Resolves with the first match in what it prints; throws with all of it when it ends before. */
  says(pattern: RegExp): Promise<string>
}

export function startProgram(script: string, env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, ['--conditions=source', '--no-warnings', script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)))
  const ended = once(child, 'exit')
  return {
    child,
    async says(pattern) {
      for await (const line of createInterface(child.stdout)) {
        const found = pattern.exec(line)
        if (found) return found[0]
      }
      throw new Error(`${script} ended without saying ${pattern}:\n${complaints}`)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs lines of a shell as if they were pasted, in `folder`, and answers what they print. */
export async function paste(script: string, folder: string): Promise<string> {
  const { stdout } = await exec('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder })
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

export const HOST = join(ROOT, 'examples', 'host', 'main.ts')
