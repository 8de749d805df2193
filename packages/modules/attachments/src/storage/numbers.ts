import { close, fsync, open } from 'node:fs'
import { promisify } from 'node:util'

// File descriptors: their streams need no promise per read or write.

export const openNumber = promisify(open)
export const closeNumber = promisify(close)
export const syncNumber = promisify(fsync)
