import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result, skipped } from './finding.ts'

/** Whether the newest backup is recent, and not empty. */
export async function checkBackups(options?: { readonly path: string; readonly hours: number }): Promise<Result> {
  if (!options) return skipped('use --backups to name the folder with the backups')
  const { path, hours } = options
  const files = await listFiles(path)
  const newest = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
  const advice = 'Check the job that makes backups, and restore one to be sure'
  if (!newest) return failed(`there is none in ${path}`, advice)
  const age = (Date.now() - newest.mtimeMs) / 3_600_000
  const found = `${newest.path} is ${age.toFixed(1)} hours old`
  if (newest.size === 0) return failed(`${newest.path} is empty`, advice)
  return age > hours ? failed(found, advice) : ok(found)
}

/** The files of a folder and of the folders in it, or the file itself. */
async function listFiles(path: string) {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [{ path, size: found.size, mtimeMs: found.mtimeMs }]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        const { size, mtimeMs } = await stat(file)
        return { path: file, size, mtimeMs }
      }),
  )
}
