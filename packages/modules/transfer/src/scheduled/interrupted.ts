/** Why a run has no file of which nothing else is known. */
export const INTERRUPTED = 'The export was interrupted'
