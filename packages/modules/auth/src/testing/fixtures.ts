import type { ModuleFixtures } from '@plinth/testing'
import { seedPeople } from './accounts.ts'
import * as administration from './administration.ts'
import { examples } from './examples.ts'
import * as factors from './factors.ts'
import * as ownAccount from './own-account.ts'

/** Test fixtures of auth. The tenants come from the directory's fixtures. */
export const authFixtures: ModuleFixtures = {
  prepare: seedPeople,
  contract: {
    open: [...ownAccount.openRoutes, ...factors.openFactorRoutes],
    provenElsewhere: { ...ownAccount.provenElsewhere, ...factors.factorLimitsElsewhere },
    samples: [...ownAccount.ownAccountSamples, ...administration.administrationSamples, ...factors.factorSamples],
  },
  isolation: {
    unrecorded: [
      'sessions',
      'password_tokens',
      'confirmed_addresses',
      'role_places',
      'login_challenges',
      'spent_challenges',
      'sign_ins',
    ],
    secrets: {
      sessions: ['token_hash', 'device_hash'],
      password_tokens: ['token_hash'],
      users: ['password_hash'],
      second_factors: ['secret'],
      recovery_codes: ['code_hash'],
      login_challenges: ['token_hash', 'browser_hash', 'password_digest'],
      sign_ins: ['device_hash'],
    },
    rows: {
      role_acls: () => ({ policies: null }),
      user_acls: () => ({ policies: null }),
      sessions: () => ({ method: 'recovery_code' }),
      second_factors: () => ({ kind: 'totp', secret: null }),
      teams: () => ({ parent_id: null }),
      // Others than their makers see only shared ones.
      list_views: () => ({
        is_shared: true,
        is_default: false,
        role_ids: null,
        user_id: null,
        settings: JSON.stringify({ query: {}, shown: {}, order: [], widths: {} }),
      }),
      record_shares: () => ({ subject_kind: 'user' }),
      sign_in_policies: () => ({ second_factor: 'optional' }),
      sign_ins: () => ({ method: 'password', outcome: 'success' }),
    },
    idTables: {
      'PUT /auth/teams/members': 'teams',
      'DELETE /auth/factors': 'second_factors',
      'DELETE /auth/sessions': 'sessions',
      'DELETE /auth/users/sessions id': 'sessions',
    },
    tellsSiblings: {
      'POST /auth/users': 'another organization of the tenant is 403, an unknown one 400',
      'POST /auth/users/resend-invite': 'published: 403 for an account beyond reach, 404 for none',
    },
    unreached: {
      'POST /auth/users/hand-over': 'nobody hands over to themselves; see owners.test.ts',
      'PUT /auth/roles': 'made-up users hold the made-up roles; see administration.test.ts',
      'DELETE /auth/roles': 'made-up users hold the made-up roles; see administration.test.ts',
      'POST /auth/reset/confirm': 'rows are put back between attacks, the token among them; see reset.test.ts',
      'POST /auth/session/refresh': 'rows are put back between attacks, the token among them; see refresh.test.ts',
      'POST /auth/users/resend-invite': 'made-up users have passwords; see invite.test.ts',
      'POST /auth/login/verify':
        'rows are put back between attacks, the challenge among them; see second-factor.test.ts',
      'POST /auth/login/enroll':
        'rows are put back between attacks, the challenge among them; see second-factor.test.ts',
      'POST /auth/login/passkey': 'answers a challenge of one browser; see passkeys.test.ts',
      'POST /auth/session/verify': 'made-up users have no key; see fresh.test.ts',
      'POST /auth/view-as': 'made-up users cannot sign in; see view-as.test.ts',
      'POST /auth/factors/totp/confirm': 'an enrollment belongs to one account; see second-factor.test.ts',
      'POST /auth/factors/passkeys': 'answers a challenge of one browser; see passkeys.test.ts',
      'DELETE /auth/factors': 'made-up callers have no session; see second-factor.test.ts',
      'DELETE /auth/users/factors': 'nobody resets their own; see lost-factor.test.ts',
    },
  },
  undo: {
    examples,
    provenElsewhere: {
      'auth.users.hand_over': 'nothing here has owners; see owners.test.ts',
      'auth.shares.create': 'nothing here can be shared; see shares.test.ts',
      'auth.shares.delete': 'nothing here can be shared; see shares.test.ts',
    },
  },
}
