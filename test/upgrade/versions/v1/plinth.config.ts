import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineModule, input, resource, Scoped } from '@plinth/core'
import { hostOf } from '../host.ts'
import { migrations } from './migrations/index.ts'

const features = defineFeatures('rental', { manage: 'Manage customers' })
const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { name: p.string(), price: p.integer(), street: p.string(), city: p.string().nullable() },
})
const { commands, routes } = resource('/customers', Customer, {
  access: { read: features.manage, write: features.manage },
  input: input(Customer, ['name', 'price', 'street', 'city']),
  list: {
    select: ['id', 'name', 'price', 'street', 'city'],
    search: ['name'],
    sort: ['name'],
    defaultSort: { field: 'name' },
  },
})
const rental = defineModule({
  id: 'rental',
  title: 'Rental',
  features,
  roles: { admin: ['rental.*'] },
  entities: [Customer],
  migrations,
  commands,
  routes,
})
export const host = hostOf('1.0.0', rental)
export const folders = { rental: 'migrations' }
