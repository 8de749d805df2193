import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of dictionaries. Writing does not require `view`. */
export const features = defineFeatures('dictionaries', {
  view: 'View dictionaries',
  manage: 'Manage dictionaries',
})

const DictionaryEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })
const EntryEvent = DictionaryEvent.extend({ dictionaryId: z.uuid() })

/** Events of dictionaries and their entries. */
export const events = defineEvents('dictionaries', {
  'dictionary.created': DictionaryEvent,
  'dictionary.updated': DictionaryEvent,
  'dictionary.deleted': DictionaryEvent,
  'entry.created': EntryEvent,
  'entry.updated': EntryEvent,
  'entry.deleted': EntryEvent,
})
