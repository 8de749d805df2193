import { defineFeatures } from '@plinth/core'

/** Features of single sign-on. */
export const features = defineFeatures('sso', {
  view: 'View single sign-on',
  manage: 'Manage single sign-on',
})

/** The name under which secrets of connections are encrypted. */
export const CONNECTION_SECRET = 'sso.connection'

/** The name under which id tokens are encrypted. They are kept only to end the provider's session. */
export const ID_TOKEN = 'sso.id_token'
