import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Responses of providers, from their arrival until they expire. */
export const responses = defineMigration('saml.responses', sqlFile(new URL('./0001-responses.sql', import.meta.url)))
