import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Routes whose `entityId` is the name of an entity. */
const routes = [
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} /entities/definitions`),
  'GET /entities/definitions.manage',
  'POST /entities/definitions.batch',
  'POST /entities/definitions.restore',
  'GET /entities/encryption',
  'POST /entities/encryption',
  'POST /entities/entities',
  'DELETE /entities/entities',
  'GET /entities/relations/options',
  ...['GET', 'POST', 'PUT', 'DELETE'].map((method) => `${method} /entities/records`),
]

/** Test fixtures of custom fields. */
export const customFieldsFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: {
      'GET /entities/records': 'custom_entity_records',
      'GET /entities/relations/options': 'custom_entity_records',
      recordId: 'custom_entity_records',
      'GET /entities/records/{id}/shares': 'custom_entity_records',
      'POST /entities/records/{id}/shares': 'custom_entity_records',
      'POST /entities/records/{id}/shares subjectId': 'roles',
      ...Object.fromEntries(routes.map((route) => [`${route} entityId`, null])),
      'GET /entities/definitions entityIds': null,
    },
    rows: {
      custom_field_definitions: ({ mark }) => ({
        entity_id: 'shop:marked',
        kind: 'text',
        config: JSON.stringify({ label: mark, formEditable: true, listVisible: true }),
        is_active: true,
        deleted_at: null,
      }),
      custom_fieldsets: ({ mark }) => ({
        entity_id: 'shop:marked',
        fieldsets: JSON.stringify([{ code: 'x', label: mark }]),
      }),
      custom_entities: () => ({
        entity_id: 'shop:marked',
        default_editor: null,
        show_in_sidebar: true,
        is_active: true,
      }),
      custom_entity_records: ({ mark }) => ({
        entity_id: 'shop:marked',
        custom: JSON.stringify({ name: mark }),
        deleted_at: null,
      }),
    },
    unreached: {
      'DELETE /entities/definitions':
        'an attack names no row, and the field is gone after the first; see definitions.test.ts',
      'POST /entities/definitions.restore': 'an attack names no row; see definitions.test.ts',
      'POST /entities/encryption': 'an attack names no row; see records.test.ts',
      'DELETE /entities/entities':
        'an attack names no row, and the entity is gone after the first; see records.test.ts',
      'DELETE /entities/records/{id}/shares/{shareId}': 'no record of an actor is shared; see policies.test.ts',
      'POST /entities/records': 'the made-up rows have no field that a sample could set; see records.test.ts',
      'PUT /entities/records': 'the made-up rows have no field that a sample could set; see records.test.ts',
    },
  },
  undo: { examples },
}
