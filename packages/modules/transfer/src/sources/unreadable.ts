import { badInput } from '@plinth/core'

/** 400 for what cannot be read of a file. */
export const unreadable = (message: string) => badInput(message)
