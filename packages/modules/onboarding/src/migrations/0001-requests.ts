import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Requests of people who are nobody yet. The ids of the tenant and organization to come are chosen with the request,
 * so that provisioning it twice would be the same tenant. Guarded, not recorded: nobody undoes a request, and a log
 * must not keep a password's hash.
 */
export const requests = defineMigration('onboarding.requests', sqlFile(new URL('./0001-requests.sql', import.meta.url)))
