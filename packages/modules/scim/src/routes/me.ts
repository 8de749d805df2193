import { del, get, patch, post, put, type Route } from '@plinth/core'
import { z } from 'zod'
import { scimError } from '../errors.ts'
import { scimRoute } from './scim-route.ts'

const spec = (operation: string) => ({
  ...scimRoute([501]),
  operation,
  summary: 'Refuse requests about the person who sends them: a service account is no person.',
  response: z.undefined(),
})

function refuse(): never {
  throw scimError('not_implemented', 'The sender is a service account and no person. Use /Users.')
}

/** The alias of whoever sends a request (RFC 7644, section 3.11). */
export const meRoutes: readonly Route[] = [
  get('/scim/v2/Me', spec('getMe'), refuse),
  post('/scim/v2/Me', spec('createMe'), refuse),
  put('/scim/v2/Me', spec('replaceMe'), refuse),
  patch('/scim/v2/Me', spec('updateMe'), refuse),
  del('/scim/v2/Me', spec('deleteMe'), refuse),
]
