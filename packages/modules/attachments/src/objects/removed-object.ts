import { PlatformError } from '@plinth/core'

/** What is answered where the object of an upload is no longer there to be kept. */
export class RemovedObject extends PlatformError {
  constructor() {
    super('conflict', 'The upload took too long and was removed')
  }
}

export const removedObject = () => new RemovedObject()
