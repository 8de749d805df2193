import { archiveFolder, type HostSettings } from '@plinth/host'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result, warning } from './finding.ts'

const GIB = 2 ** 30
/** Free bytes. */
const SPACE = { warning: 2 * GIB, failed: 0.2 * GIB }

/** Whether the folders of the host can be written to, and have space left. */
export async function checkDisks(settings: HostSettings): Promise<Result> {
  const { env, dataFolder } = settings
  const folders = new Set([
    dataFolder,
    env.AUDIT_CHECKPOINTS_DIR ?? join(dataFolder, 'checkpoints'),
    ...(env.S3_BUCKET === undefined || env.AUDIT_ARCHIVE_DIR !== undefined ? [archiveFolder(settings)] : []),
  ])
  const free: number[] = []
  for (const folder of folders) {
    await tryToWrite(folder)
    const { bavail, bsize } = await statfs(folder)
    free.push(bavail * bsize)
    const found = `${toGigabytes(bavail * bsize)} GiB free in ${folder}`
    if (bavail * bsize < SPACE.failed) return failed(found, 'Free space, or move DATA_DIR to a larger disk')
  }
  const least = Math.min(...free)
  const found = `${toGigabytes(least)} GiB free, ${folders.size} folders writable`
  return least < SPACE.warning ? warning(found, 'Free space, or move DATA_DIR to a larger disk') : ok(found)
}

async function tryToWrite(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `.plinth-doctor-${randomUUID()}`)
  try {
    await writeFile(file, 'a probe of plinth doctor', { flag: 'wx', flush: true })
  } finally {
    await rm(file, { force: true })
  }
}

const toGigabytes = (bytes: number) => (bytes / GIB).toFixed(1)
