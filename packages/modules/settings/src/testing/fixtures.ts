import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { officeSettings } from './office.ts'

const admin = 'admin'
const route = 'PUT /office/settings'
const [update] = officeSettings.commands

/** Test fixtures of settings. Compose `office`, whose settings they change. */
export const settingsFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      { route: 'GET /office/settings', as: admin, expect: 200 },
      { route: 'GET /office/settings', as: admin, request: { query: { level: 'planet' } }, expect: 400 },
      { route, as: admin, request: { body: { greeting: 'Servus', level: 'organization' } }, expect: 200 },
      { route, as: admin, request: { body: { fewest: 900 } }, expect: 400 },
    ],
  },
  isolation: {
    rows: { settings: ({ mark }) => ({ stored: JSON.stringify({ greeting: mark }), secrets: null }) },
  },
  undo: {
    examples: [
      { command: update!, input: { greeting: 'Moin', fewest: 0 }, name: 'of the tenant' },
      {
        command: update!,
        name: 'of an organization, with a secret',
        input: async (app: TestPlatform) => {
          await app.as({ features: ['*'] }).put('/office/settings', { greeting: 'Ahoi', level: 'organization' })
          return { greeting: null, apiKey: crypto.randomUUID(), level: 'organization' }
        },
      },
    ],
  },
}
