import { tenantA, type TestPlatform, type UndoExample } from '@plinth/testing'
import { createOrganization } from '../commands/create-organization.ts'
import { deleteOrganization } from '../commands/delete-organization.ts'
import { updateOrganization } from '../commands/update-organization.ts'
import { updateSettings } from '../commands/update-settings.ts'
import { createBelow } from './people.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
const organization = (app: TestPlatform, { parentId = null }: { readonly parentId?: string | null } = {}) =>
  createBelow(app.as({ isSuperAdmin: true, features: ['*'] }), `Branch ${unique()}`, parentId)

/** Every undoable command of the directory, with dependent rows that make undoing it difficult. */
export const examples: readonly UndoExample[] = [
  { command: createOrganization, input: { name: 'North' } },
  {
    command: createOrganization,
    name: 'between others',
    input: async (app: TestPlatform) => ({
      name: 'Middle',
      parentId: tenantA.organization,
      childIds: [await organization(app)],
    }),
  },
  {
    command: updateOrganization,
    name: 'every field',
    input: async (app: TestPlatform) => {
      const id = await organization(app)
      await organization(app, { parentId: id })
      const childIds = [await organization(app)]
      return {
        id,
        name: 'Renamed',
        slug: `slug-${unique()}`,
        isActive: false,
        parentId: tenantA.organization,
        childIds,
      }
    },
  },
  {
    command: updateSettings,
    input: { timeZone: 'Europe/Warsaw', language: 'pl', weekStart: 'sunday', currency: 'PLN' },
  },
  {
    command: deleteOrganization,
    name: 'whose children move up',
    input: async (app: TestPlatform) => {
      const id = await organization(app)
      await organization(app, { parentId: id })
      await organization(app, { parentId: id })
      return { id }
    },
  },
  {
    command: deleteOrganization,
    name: 'confirmed, whoever is confined to it',
    input: async (app: TestPlatform) => ({ id: await organization(app), confirm: true }),
  },
]
