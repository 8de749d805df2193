import { close, fsync, open } from 'node:fs'
import { promisify } from 'node:util'

// File descriptors: their streams need no promise per read or write.

export const openDescriptor = promisify(open)
export const closeDescriptor = promisify(close)
export const syncDescriptor = promisify(fsync)
