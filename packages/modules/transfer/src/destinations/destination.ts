import { createDestination, deleteDestination, updateDestination } from './commands.ts'
import { deleteDestinationById, listDestinations, postDestination, putDestination, testDestination } from './routes.ts'

/** What the module declares for destinations of exports. */
export const destination = {
  commands: [createDestination, updateDestination, deleteDestination],
  routes: [listDestinations, postDestination, putDestination, deleteDestinationById, testDestination],
} as const
