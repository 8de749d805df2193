import { defineCommand, signedIn } from '@plinth/core'
import type { Person } from '@plinth/sso'
import { z } from 'zod'
import { SamlResponse } from '../entities.ts'

/** Takes a stored response for the browser that began the sign-in. Works once per response. */
export const takeResponse = defineCommand({
  id: 'saml.responses.take',
  label: 'Complete SAML sign-in',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({ id: z.uuid(), connectionId: z.uuid(), requestId: z.string() }),
  output: z.object({ person: z.custom<Person>().nullable() }),
  target: () => ({ id: null }),
  async run({ input, from, now }) {
    const taken = await from
      .update(SamlResponse, 'r')
      .set({ isTaken: true })
      .where('r.id', '=', input.id)
      .where('r.connectionId', '=', input.connectionId)
      .where('r.requestId', '=', input.requestId)
      .where('r.isTaken', '=', false)
      .where('r.expiresAt', '>', now().toISOString())
      .returning('r.person')
      .execute()
    return { person: taken[0]?.person ?? null }
  },
})
