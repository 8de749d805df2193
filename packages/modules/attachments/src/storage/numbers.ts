import { close, fsync, open } from 'node:fs'
import { promisify } from 'node:util'

// Files by their numbers: streams of those read and write without a promise for each piece.

export const openNumber = promisify(open)
export const closeNumber = promisify(close)
export const syncNumber = promisify(fsync)
