import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'
import { consolePages } from '@plinth/points'
import { z } from 'zod'

const features = defineFeatures('contracts', { view: 'View contracts', manage: 'Manage contracts' })

const Contract = defineEntity({
  name: 'Contract',
  tableName: 'contracts',
  extends: Scoped,
  properties: {
    title: p.string(),
    total: p.integer().default(0),
    signedBy: p.string().nullable(),
    reminders: p.integer().default(0),
    status: p.enum(['draft', 'offered', 'signed', 'ended']).default('draft'),
    ownerId: p.uuid().nullable(),
  },
  indexes: [{ properties: ['tenantId', 'ownerId'] }],
})

const columns = `title text not null, total integer not null default 0, signed_by text, reminders integer not null default 0,
  status text not null default 'draft' check (status in ('draft', 'offered', 'signed', 'ended')), owner_id uuid`

const { commands, routes } = resource('/contracts', Contract, {
  access: { read: features.view, write: features.manage },
  input: input(Contract, ['title', 'total']),
  list: {
    select: ['id', 'title', 'total', 'signedBy', 'reminders', 'status', 'updatedAt'],
    sort: ['title'],
    defaultSort: { field: 'title' },
  },
  owned: true,
  shared: true,
  states: {
    property: 'status',
    values: {
      draft: { label: 'Being drafted' },
      offered: { label: 'Offered', color: 'blue' },
      signed: { label: 'Signed', color: 'green' },
      ended: { label: 'Ended', color: 'red' },
    },
    initial: 'draft',
    transitions: {
      offer: { from: 'draft', to: 'offered' },
      sign: {
        from: 'offered',
        to: 'signed',
        input: z.object({ signedBy: z.string().trim().min(1).max(100) }),
        guard: (_, { total }) => (total > 0 ? undefined : 'The contract has no lines'),
        set: ({ input: { signedBy } }) => ({ signedBy }),
      },
      end: { from: ['draft', 'offered', 'signed'], to: 'ended' },
    },
  },
  actions: {
    remind: {
      label: 'Send reminder',
      preview: true,
      guard: (_, { status }) => (status === 'ended' ? 'Nobody is reminded of what has ended' : undefined),
      run: (_, { reminders }) => ({ reminders: reminders + 1 }),
    },
  },
})

/** Contracts, which have states, actions, owners and shares. */
export const contracts = defineModule({
  id: 'contracts',
  title: 'Contracts',
  features,
  roles: { admin: ['contracts.*'] },
  entities: [Contract],
  migrations: [
    defineMigration(
      'contracts.tables',
      `select plinth.scoped_table('contracts', $$${columns}$$);
       create index on contracts (tenant_id, owner_id);`,
    ),
  ],
  commands,
  routes,
  contributes: [
    consolePages.of({
      path: 'contracts',
      resource: '/contracts',
      kind: 'contracts.contract',
      title: 'Contracts',
      access: features.view,
      columns: ['title', 'status', 'total', 'signedBy', 'reminders'],
    }),
  ],
})
