import { defineCommand, signedIn } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import type { Person } from '@plinth/sso'
import { z } from 'zod'
import { SamlResponse } from '../entities.ts'

/** Stores a verified response until the browser requests it. An assertion is accepted only once. */
export const keepResponse = defineCommand({
  id: 'saml.responses.keep',
  label: 'Receive SAML response',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    connectionId: z.uuid(),
    assertionId: z.string(),
    requestId: z.string(),
    person: z.custom<Person>(),
    expiresAt: z.iso.datetime(),
  }),
  output: z.object({ id: z.uuid(), isReplay: z.boolean() }),
  target: () => ({ id: null }),
  async run({ input, from }) {
    const { assertionId, ...response } = input
    const id = derivedId('saml', input.connectionId, assertionId)
    const added = await from
      .insert(SamlResponse, { id, ...response, isTaken: false })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute()
    return { id, isReplay: added.length === 0 }
  },
})
