import { PlatformError } from '@plinth/core'

/** What is answered where the object of an upload is no longer there to be kept. */
export function removedObject(): PlatformError {
  return new PlatformError('conflict', 'The upload took too long and was removed')
}
