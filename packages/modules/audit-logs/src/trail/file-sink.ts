import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckpointSink } from './checkpoint-sink.ts'

export interface FileSinkOptions {
  /** Must hold nothing else; created if missing. Hosts may share it, because each writes its own files. */
  readonly folder: string
}

/**
 * Stores checkpoints in a folder, one file per process and day, so that yesterday's files can be made immutable. The folder
 * should be on a machine or disk that the database owner cannot write to.
 */
export function fileSink({ folder }: FileSinkOptions): CheckpointSink {
  let writer: string = randomUUID()
  return {
    async append(lines) {
      const mine = writer
      // Switch to a new file until these lines are stored: a truncated line must remain the last of its file.
      writer = randomUUID()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${new Date().toISOString().slice(0, 10)}-${mine}${SUFFIX}`)
      await appendFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
      writer = mine
    },
    async *read() {
      for (const name of await listFiles(folder)) yield* readLines(join(folder, name))
    },
  }
}

const SUFFIX = '.jsonl'
/** Maximum characters per line. */
const MAX_LINE = 1_000

async function listFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith(SUFFIX)).toSorted()
}

async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_LINE) throw new Error(`${file} has a line of more than ${MAX_LINE} characters`)
    yield* lines
  }
  // A host that crashes during a write leaves a truncated line, which it writes again after the restart.
  if (rest.endsWith('}')) yield rest
}
