import { badInput } from '@plinth/core'

/** 400 for what cannot be read of a file. */
export const unreadable = (message: string) => badInput(message)

/** 400 for a file that was deleted, or that the caller may not see any more. */
export const lost = () => badInput('The file of the import was not found')
