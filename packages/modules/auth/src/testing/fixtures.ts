import type { ModuleFixtures } from '@plinth/testing'
import { seedPeople } from './accounts.ts'
import * as administration from './administration.ts'
import { examples } from './examples.ts'
import * as ownAccount from './own-account.ts'

/** Test fixtures of auth. The tenants come from the directory's fixtures. */
export const authFixtures: ModuleFixtures = {
  prepare: seedPeople,
  contract: {
    open: ownAccount.openRoutes,
    provenElsewhere: ownAccount.provenElsewhere,
    samples: [...ownAccount.ownAccountSamples, ...administration.administrationSamples],
  },
  isolation: {
    unrecorded: ['sessions', 'password_tokens', 'confirmed_addresses', 'role_places'],
    secrets: { sessions: ['token_hash'], password_tokens: ['token_hash'], users: ['password_hash'] },
    tellsSiblings: {
      'POST /auth/users': 'another organization of the tenant is 403, an unknown one 400',
      'POST /auth/users/resend-invite': 'published: 403 for an account beyond reach, 404 for none',
    },
    unreached: {
      'PUT /auth/roles': 'made-up users hold the made-up roles; see administration.test.ts',
      'DELETE /auth/roles': 'made-up users hold the made-up roles; see administration.test.ts',
      'POST /auth/reset/confirm': 'rows are put back between attacks, the token among them; see reset.test.ts',
      'POST /auth/session/refresh': 'rows are put back between attacks, the token among them; see refresh.test.ts',
      'POST /auth/users/resend-invite': 'made-up users have passwords; see invite.test.ts',
    },
  },
  undo: { examples },
}
