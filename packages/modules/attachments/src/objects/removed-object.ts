import { PlatformError } from '@plinth/core'

/** The error if the object of an upload no longer exists. */
export class RemovedObject extends PlatformError {
  constructor() {
    super('conflict', 'The upload took too long and was removed')
  }
}

export const removedObject = () => new RemovedObject()
