import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineModule, input, resource, Scoped } from '@plinth/core'
import { hostOf } from '../host.ts'
import { migrations } from './migrations/index.ts'

const features = defineFeatures('rental', { manage: 'Manage customers' })
const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { title: p.string(), price: p.decimal('number').precision(12).scale(2).fieldName('exact_price') },
})
const Address = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  extends: Scoped,
  properties: {
    customer: () => p.manyToOne(Customer).deleteRule('cascade'),
    street: p.string(),
    city: p.string().nullable(),
  },
  uniques: [{ properties: ['tenantId', 'customer'] }],
})
const access = { read: features.manage, write: features.manage }
const customers = resource('/customers', Customer, {
  access,
  input: input(Customer, ['title', 'price']),
  list: { select: ['id', 'title', 'price'], search: ['title'], sort: ['title'], defaultSort: { field: 'title' } },
})
const addresses = resource('/addresses', Address, {
  access,
  input: input(Address, ['customer', 'street', 'city']),
  list: { select: ['id', 'customer', 'street', 'city'] },
})
const rental = defineModule({
  id: 'rental',
  title: 'Rental',
  features,
  roles: { admin: ['rental.*'] },
  entities: [Customer, Address],
  migrations,
  commands: [...customers.commands, ...addresses.commands],
  routes: [...customers.routes, ...addresses.routes],
})
export const host = hostOf('2.0.0', rental)
export const folders = { rental: 'migrations' }
