import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'

const features = defineFeatures('cases', {
  view: 'View cases',
  manage: 'Manage cases',
  viewNotes: 'View notes',
  manageNotes: 'Manage notes',
})

/** What `onWritten` of cases has been called with. */
export const written: string[] = []

export const Case = defineEntity({
  name: 'Case',
  tableName: 'cases',
  extends: Scoped,
  properties: { title: p.string(), ownerId: p.uuid().nullable(), teamId: p.uuid().nullable() },
  indexes: [{ properties: ['tenantId', 'ownerId'] }],
})

const Note = defineEntity({
  name: 'CaseNote',
  tableName: 'case_notes',
  extends: Scoped,
  properties: { text: p.string(), ownerId: p.uuid().nullable(), case: () => p.manyToOne(Case) },
})

const tables = defineMigration(
  'cases.tables',
  `select plinth.scoped_table('cases', 'title text not null, owner_id uuid, team_id uuid');
   create index on cases (tenant_id, owner_id);
   select plinth.scoped_table('case_notes', $$text text not null, owner_id uuid, case_id uuid not null,
     foreign key (tenant_id, case_id) references cases (tenant_id, id)$$);
   create index on case_notes (tenant_id, owner_id);
   create index on case_notes (tenant_id, case_id);`,
)

export const cases = resource('/cases/cases', Case, {
  kind: 'cases.case',
  access: { read: features.view, write: features.manage },
  input: input(Case, ['title', 'teamId']),
  list: { select: ['id', 'title', 'teamId'], sort: ['title'], search: ['title'] },
  owned: true,
  shared: true,
  onWritten: (_ctx, { id, ownerId }, what) => written.push(`${what} ${id} ${ownerId}`),
})

export const notes = resource('/cases/notes', Note, {
  kind: 'cases.note',
  access: { read: features.viewNotes, write: features.manageNotes },
  input: input(Note, ['text', 'case']),
  list: { select: ['id', 'text'], search: ['text'] },
  owned: true,
})

/** Records with owners. */
export const casework = defineModule({
  id: 'cases',
  title: 'Cases',
  entities: [Case, Note],
  migrations: [tables],
  features,
  roles: { admin: ['cases.*'] },
  commands: [...cases.commands, ...notes.commands],
  routes: [...cases.routes, ...notes.routes],
  translations: {
    de: { Case: 'Fall', 'Case note': 'Notiz' },
    es: { Case: 'Caso', 'Case note': 'Nota' },
    pl: { Case: 'Sprawa', 'Case note': 'Notatka' },
  },
})
