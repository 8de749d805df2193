import { defineCommand, forbidden, signedIn } from '@plinth/core'
import { z } from 'zod'
import { ApiKey } from '../entities.ts'

/**
 * Stores a new hash of a key that was just used, made with the current secret. The key stays the same, so there is nothing to
 * undo. Only the platform may run it.
 */
export const renewKeyHash = defineCommand({
  id: 'api_keys.keys.renew_hash',
  label: 'Renew the hash of an API key',
  access: signedIn,
  resource: 'api_keys.key',
  undoable: { because: 'The key is the same as before' },
  input: z.object({ id: z.uuid(), former: z.string(), keyHash: z.string() }),
  output: z.object({}),
  async run({ actor, from, input: { id, former, keyHash } }) {
    if (actor.kind !== 'system') throw forbidden()
    await from.update(ApiKey, 'k').set({ keyHash }).where('k.id', '=', id).where('k.keyHash', '=', former).execute()
    return {}
  },
})
