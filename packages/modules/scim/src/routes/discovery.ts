import { get, type Route } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { GROUP, USER } from '../resources.ts'
import { MOST_OPERATIONS } from './bulk.ts'

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const schemas = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: USER,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
      }),
      attribute('displayName'),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
      }),
      attribute('active', { type: 'boolean' }),
    ],
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: GROUP,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('members', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('type')],
      }),
    ],
  },
]

const types = [
  ['User', USER],
  ['Group', GROUP],
].map(([name, schema]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
}))

const listOf = (resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: [...resources],
})

const provider = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MOST_OPERATIONS, maxPayloadSize: 1_000_000 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'A key of a service account.', primary: true },
  ],
}

const spec = (operation: string, summary: string) =>
  ({
    operation,
    summary,
    access: features.provision,
    takesCookies: false,
    isTool: false,
    response: z.looseObject({}),
  }) as const

/** What a provider may ask about this interface (RFC 7644, section 4). */
export const discoveryRoutes: readonly Route[] = [
  get('/scim/v2/ServiceProviderConfig', spec('getServiceProviderConfig', 'What is supported.'), () => provider),
  get('/scim/v2/ResourceTypes', spec('listResourceTypes', 'The types of resources.'), () => listOf(types)),
  get('/scim/v2/Schemas', spec('listSchemas', 'The attributes of resources.'), () => listOf(schemas)),
]
