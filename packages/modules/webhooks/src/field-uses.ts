import { fieldsRead } from '@plinth/core/rules'
import { fieldUses, MOST_USES } from '@plinth/points'
import { WebhookEndpoint } from './entities.ts'
import { EVERY_EVENT, kindOf, subscribableEvents } from './subscribable-events.ts'

/** The fields that conditions of webhook endpoints test, with their owners. */
export const endpointFieldUses = fieldUses.of({
  id: 'webhooks.endpoints',
  async find({ from, inject }) {
    const endpoints = await from(WebhookEndpoint, 'w')
      .select(['w.id', 'w.description', 'w.url', 'w.ownerId', 'w.events', 'w.condition'])
      .where('w.condition', 'is not', null)
      .orderBy('w.id')
      .limit(MOST_USES)
      .execute()
    return endpoints.map(({ id, description, url, ownerId, events, condition }) => {
      const known = [...subscribableEvents({ inject }).keys()]
      const kinds = new Set((events.includes(EVERY_EVENT) ? known : events).map(kindOf))
      const fields = [...new Set(fieldsRead(condition).map((path) => path.split('.')[0]!))]
      return {
        kind: 'webhooks.endpoint',
        id,
        name: description ?? hostOf(url),
        userId: ownerId,
        of: [...kinds],
        fields,
      }
    })
  },
})

/** The path of an address is often a secret. */
const hostOf = (url: string | null) => (url === null ? null : (URL.parse(url)?.host ?? null))
