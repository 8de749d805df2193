import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf, isAlive } from './process-identity.ts'

/** Starting and stopping never take this long. An older lock was left by a process that can no longer be identified. */
const LOCK_LIFETIME_MS = 120_000

/** Runs `work` while no other process does so on this folder. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, 'lock')
  while (!acquire(lock)) await sleep(25)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Registers this process as a user of the folder. `leave` unregisters it and returns whether no other process is left. */
export function joinFolder(folder: string): { leave(): boolean } {
  const users = join(folder, 'users')
  mkdirSync(users, { recursive: true })
  const note = join(users, `${identityOf(process.pid)}-${randomBytes(4).toString('hex')}`)
  writeFileSync(note, '')
  return {
    leave() {
      rmSync(note, { force: true })
      return !isInUse(folder)
    },
  }
}

/** Whether a running process is registered as a user of the folder. */
export function isInUse(folder: string): boolean {
  const users = join(folder, 'users')
  for (const note of namesIn(users)) {
    if (isAlive(note.slice(0, note.indexOf('-')))) return true
    rmSync(join(users, note), { force: true })
  }
  return false
}

function acquire(lock: string): boolean {
  try {
    writeFileSync(lock, identityOf(process.pid) ?? '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isAbandoned(lock: string): boolean {
  try {
    const age = Date.now() - statSync(lock).mtimeMs
    const holder = readFileSync(lock, 'utf8')
    // Between creating the file and writing to it, the holder is unknown.
    if (holder === '') return age > 1000
    return !isAlive(holder) || age > LOCK_LIFETIME_MS
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
