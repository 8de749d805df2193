import { isUuid } from '@plinth/core'
import { defineLocator } from '@plinth/core/http'
import { findConnection } from '@plinth/sso'

/** Finds the database of a connection that is named by its path. */
export const locators = [
  defineLocator({
    id: 'saml.connection',
    named({ path }) {
      const [, id] = /^\/saml\/(?:acs|complete|metadata)\/([^/]+)$/.exec(path) ?? []
      return isUuid(id) ? { value: id.toLowerCase() } : null
    },
    has: async (ctx, id) => (await findConnection(ctx, id)) !== null,
  }),
]
