import type { Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { connect, scimApp } from './_scim.ts'
import { ask, ENTERPRISE, ERROR, GROUP, LIST, patch, type Step, USER, walk } from './_walk.ts'

// The requests that identity providers publish or are seen to send, with people of our own, each as the life of an account. Where
// the shapes are from:
// - Microsoft: learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups.
// - Okta: developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 (every request of it), and for a group without members
//   github.com/Captain-P-Goldfish/SCIM-SDK, issue 757.
// - OneLogin: developers.onelogin.com/scim/implement-scim-api lists the requests; their bodies are templates that administrators
//   enter, as on doc.keepnetlabs.com and livingsecurity.com. How it patches groups is not published; the request that
//   github.com/goauthentik/authentik, issue 11249, has logged is as long as the one of `add` here.
// - JumpCloud, Google and Ping publish which requests they send and no bodies (jumpcloud.com/support, Custom SCIM Identity
//   Management; docs.pingidentity.com, SCIM provisioning features): modelled on these flows.

const MICROSOFT_GROUP = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'

/** Nobody and no group has this name: how most providers find out whether an address and a key are right. */
const probe = (title: string, send: string): Step => ({
  title,
  send,
  status: 200,
  has: { schemas: [LIST], totalResults: 0, Resources: [], startIndex: 1 },
})

const found = (title: string, send: string, ...lists: string[]): Step => ({
  title,
  send,
  status: 200,
  lists,
  has: { totalResults: lists.length },
})

const create = (title: string, body: object, ...[save, more]: [string, Partial<Step>?]): Step => ({
  title,
  send: 'schemas' in body && String(body.schemas).includes(GROUP) ? 'POST /Groups' : 'POST /Users',
  body,
  status: 201,
  save,
  ...more,
})

const change = (title: string, path: string, ...[operations, more]: [object[], Partial<Step>?]): Step => ({
  title,
  send: `PATCH ${path}`,
  body: patch(...operations),
  status: path.startsWith('/Groups') ? 204 : 200,
  ...more,
})

const remove = (title: string, path: string): Step => ({ title, send: `DELETE ${path}`, status: 204 })

/** Two people beside whom the life goes on. */
const others: readonly Step[] = ['boss', 'mate'].map((name) =>
  create('somebody else', { schemas: [USER], userName: `${name}@corp.example`, externalId: name }, name),
)

const entraUser = {
  schemas: [USER, ENTERPRISE],
  externalId: '0a21f0f2-0000-4000-8000-7363c4aed4ef',
  userName: 'Test_User_ana',
  active: true,
  emails: [{ primary: true, type: 'work', value: 'ana@corp.example' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ana Example', familyName: 'Example', givenName: 'Ana' },
  roles: [],
}

const lives: Readonly<Record<string, readonly Step[]>> = {
  'Microsoft Entra ID, as it is by default': [
    ...others,
    probe('test of the connection', 'GET /Users?filter=userName eq "6bd4ae27-0000-4000-8000-fc1ec3f9d4e0"'),
    probe('by another matching attribute', 'GET /Users?filter=emails[type eq "work"].value eq "nobody@corp.example"'),
    probe('by the id of the directory', 'GET /Users?filter=externalId eq "0a21f0f2-0000-4000-8000-7363c4aed4ef"'),
    create('Create User', entraUser, 'ana', {
      is: {
        externalId: '0a21f0f2-0000-4000-8000-7363c4aed4ef',
        userName: 'Test_User_ana',
        active: true,
        emails: [{ primary: true, type: 'work', value: 'ana@corp.example' }],
        name: { formatted: 'Ana Example', familyName: 'Example', givenName: 'Ana' },
      },
    }),
    { title: 'Get User', send: 'GET /Users/{ana}', status: 200, has: { id: '{ana}', userName: 'Test_User_ana' } },
    {
      title: 'Get User: not found',
      send: 'GET /Users/5171a35d82074e068ce2',
      status: 404,
      has: { schemas: [ERROR], status: '404' },
    },
    found('Get User by query', 'GET /Users?filter=userName eq "test_user_ANA"', entraUser.externalId),
    found(
      'by the address',
      'GET /Users?filter=emails[type eq "work"].value eq "Ana@corp.example"',
      entraUser.externalId,
    ),
    found(
      'by the id of the directory',
      `GET /Users?filter=externalId eq "${entraUser.externalId}"`,
      entraUser.externalId,
    ),
    change(
      'Update User [Multi-valued properties]',
      '/Users/{ana}',
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ana.updated@corp.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      ],
      {
        has: {
          emails: [{ value: 'ana.updated@corp.example', type: 'work', primary: true }],
          name: { familyName: 'Updated', givenName: 'Ana' },
        },
      },
    ),
    change(
      'Update User [Single-valued properties]',
      '/Users/{ana}',
      [{ op: 'Replace', path: 'userName', value: 'ana.renamed@corp.example' }],
      { has: { userName: 'ana.renamed@corp.example' } },
    ),
    change('add a single value', '/Users/{ana}', [{ op: 'Add', path: 'nickName', value: 'Anni' }], {
      has: { nickName: 'Anni' },
    }),
    change(
      'replace several attributes',
      '/Users/{ana}',
      [
        { op: 'Replace', path: 'displayName', value: 'Ana Pvlo' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ana.third@corp.example' },
        { op: 'Replace', path: 'name.givenName', value: 'Anna' },
        { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
        { op: 'Replace', path: 'externalId', value: 'Eqpj' },
        { op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: 'E-17' },
      ],
      {
        has: {
          displayName: 'Ana Pvlo',
          externalId: 'Eqpj',
          name: { givenName: 'Anna', familyName: 'Pkqf' },
          emails: [{ value: 'ana.third@corp.example', type: 'work', primary: true }],
          [ENTERPRISE]: { employeeNumber: 'E-17' },
        },
      },
    ),
    change(
      'values that are not there yet, by the filters that would find them',
      '/Users/{ana}',
      [
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555-0101' },
        { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: '1 Quay' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'EX' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Piers' },
        { op: 'Add', path: 'title', value: 'Diver' },
      ],
      {
        has: {
          phoneNumbers: [{ type: 'mobile', value: '555-0101' }],
          addresses: [{ type: 'work', streetAddress: '1 Quay', country: 'EX' }],
          title: 'Diver',
          [ENTERPRISE]: { employeeNumber: 'E-17', department: 'Piers' },
        },
      },
    ),
    change(
      'a role of the application (SingleAppRoleAssignment)',
      '/Users/{ana}',
      [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'User' }],
      { has: { roles: [{ primary: true, value: 'User' }] } },
    ),
    change('another one', '/Users/{ana}', [{ op: 'Replace', path: 'roles[primary eq "True"].value', value: 'Admin' }], {
      has: { roles: [{ primary: true, value: 'Admin' }] },
    }),
    change(
      'the manager as a plain id',
      '/Users/{ana}',
      [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{boss}' }],
      { has: { [ENTERPRISE]: { department: 'Piers', manager: { value: '{boss}' } } } },
    ),
    found(
      'Example 4: whether the manager is still this one',
      'GET /Users?filter=id eq "{ana}" and manager eq "{boss}"',
      'Eqpj',
    ),
    found('Example 4: or another', 'GET /Users?filter=id eq "{ana}" and manager eq "{mate}"'),
    {
      title: 'Example 4 as sent, with the id only',
      send: 'GET /Users?filter=id eq "{ana}" and manager eq "{boss}"&attributes=id',
      status: 200,
      has: { totalResults: 1, Resources: [{ id: '{ana}' }] },
    },
    change(
      'Example 5: the manager as a list of references',
      '/Users/{ana}',
      [
        {
          op: 'Add',
          path: `${ENTERPRISE}:manager`,
          value: [{ $ref: 'https://acme.example/api/scim/v2/Users/{mate}', value: '{mate}' }],
        },
      ],
      { has: { [ENTERPRISE]: { manager: { value: '{mate}' } } } },
    ),
    change(
      'Example 5 verbatim: without the urn',
      '/Users/{ana}',
      [
        {
          op: 'Add',
          path: 'manager',
          value: [{ $ref: 'https://acme.example/api/scim/v2/Users/{boss}', value: '{boss}' }],
        },
      ],
      { has: { [ENTERPRISE]: { manager: { value: '{boss}' } } } },
    ),
    change('no manager any more', '/Users/{ana}', [{ op: 'Remove', path: `${ENTERPRISE}:manager` }], {
      has: { [ENTERPRISE]: { employeeNumber: 'E-17', department: 'Piers' } },
    }),
    found('nobody is the manager', `GET /Users?filter=${ENTERPRISE}:manager.value pr`),
    probe('group: test', 'GET /Groups?excludedAttributes=members&filter=displayName eq "Harbour"'),
    create(
      'Create Group',
      {
        schemas: [GROUP, MICROSOFT_GROUP],
        externalId: '8aa1a0c0-0000-4000-8000-2ef676900159',
        displayName: 'Harbour',
        meta: { resourceType: 'Group' },
      },
      'harbour',
      { is: { externalId: '8aa1a0c0-0000-4000-8000-2ef676900159', displayName: 'Harbour' } },
    ),
    {
      title: 'Get Group',
      send: 'GET /Groups/{harbour}?excludedAttributes=members',
      status: 200,
      has: { id: '{harbour}', displayName: 'Harbour' },
      lacks: ['members'],
    },
    {
      title: 'Get Group by displayName',
      send: 'GET /Groups?excludedAttributes=members&filter=displayName eq "harbour"',
      status: 200,
      has: { totalResults: 1, Resources: [{ id: '{harbour}' }] },
    },
    change(
      'Update Group [Non-member attributes]',
      '/Groups/{harbour}',
      [{ op: 'Replace', path: 'displayName', value: 'Harbour Two' }],
      { is: { displayName: 'Harbour Two', externalId: '8aa1a0c0-0000-4000-8000-2ef676900159' } },
    ),
    change(
      'the id of a group changes, and nothing else',
      '/Groups/{harbour}',
      [{ op: 'Replace', path: 'externalId', value: '8aa1a0c0-0000-4000-8000-2ef676900159' }],
      { is: { displayName: 'Harbour Two', externalId: '8aa1a0c0-0000-4000-8000-2ef676900159' } },
    ),
    change('Update Group [Add Members]', '/Groups/{harbour}', [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: '{ana}' }] },
    ]),
    change('Update Group [Add Members], one more', '/Groups/{harbour}', [
      { op: 'Add', path: 'members', value: [{ value: '{mate}' }, { value: '{boss}' }] },
    ]),
    found(
      'whether somebody is a member',
      'GET /Groups?excludedAttributes=members&filter=id eq "{harbour}" and members eq "{ana}"',
      '8aa1a0c0-0000-4000-8000-2ef676900159',
    ),
    change(
      'Update Group [Remove Members]',
      '/Groups/{harbour}',
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{ana}' }] }],
      {
        is: {
          displayName: 'Harbour Two',
          externalId: '8aa1a0c0-0000-4000-8000-2ef676900159',
          members: [{ value: '{mate}' }, { value: '{boss}' }],
        },
      },
    ),
    found(
      'whether somebody is no member',
      'GET /Groups?excludedAttributes=members&filter=id eq "{harbour}" and members eq "{ana}"',
    ),
    change('removed again: nobody leaves', '/Groups/{harbour}', [
      { op: 'Remove', path: 'members', value: [{ value: '{ana}' }] },
    ]),
    { title: 'two are left', send: 'GET /Groups/{harbour}', status: 200, has: { members: [{}, {}] } },
    change('disable', '/Users/{ana}', [{ op: 'Replace', path: 'active', value: 'False' }], { has: { active: false } }),
    found('a disabled user is still found', 'GET /Users?filter=externalId eq "Eqpj"', 'Eqpj'),
    change('enable', '/Users/{ana}', [{ op: 'Replace', path: 'active', value: 'True' }], { has: { active: true } }),
    change('Disable User', '/Users/{ana}', [{ op: 'Replace', path: 'active', value: false }], {
      has: { active: false },
    }),
    remove('Delete User', '/Users/{ana}'),
    probe('gone', 'GET /Users?filter=externalId eq "Eqpj"'),
    remove('Delete Group', '/Groups/{harbour}'),
    create('created again', entraUser, 'again', { has: { active: true, userName: 'Test_User_ana' } }),
    create(
      'Example 2, with empty attributes and a mistyped schema',
      {
        schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User'],
        externalId: 'joy',
        userName: 'joy@corp.example',
        active: true,
        addresses: null,
        displayName: 'Joy Example',
        emails: [{ type: 'work', value: 'joy@mail.example', primary: true }],
        meta: { resourceType: 'User' },
        name: { familyName: 'Example', givenName: 'Joy' },
        phoneNumbers: null,
        preferredLanguage: null,
        title: null,
        department: null,
        manager: null,
      },
      'joy',
      {
        is: {
          externalId: 'joy',
          userName: 'joy@corp.example',
          active: true,
          displayName: 'Joy Example',
          emails: [{ type: 'work', value: 'joy@mail.example', primary: true }],
          name: { familyName: 'Example', givenName: 'Joy' },
        },
      },
    ),
  ],

  'Microsoft Entra ID with aadOptscim062020': [
    ...others,
    create('create', entraUser, 'ana'),
    change(
      'replace several attributes: no path, and paths as keys',
      '/Users/{ana}',
      [
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'ana.new@corp.example' },
        {
          op: 'replace',
          value: {
            displayName: 'Bjfe',
            'name.givenName': 'Kkom',
            'name.familyName': 'Unua',
            [`${ENTERPRISE}:employeeNumber`]: 'Aklq',
          },
        },
      ],
      {
        is: {
          externalId: entraUser.externalId,
          userName: 'Test_User_ana',
          active: true,
          displayName: 'Bjfe',
          emails: [{ primary: true, type: 'work', value: 'ana.new@corp.example' }],
          name: { formatted: 'Ana Example', familyName: 'Unua', givenName: 'Kkom' },
          [ENTERPRISE]: { employeeNumber: 'Aklq' },
        },
      },
    ),
    change(
      'paths with filters as keys',
      '/Users/{ana}',
      [
        {
          op: 'add',
          value: {
            'emails[type eq "work"].value': 'ana.key@corp.example',
            'phoneNumbers[type eq "mobile"].value': '555-0102',
            'addresses[type eq "work"].locality': 'Port',
            'addresses[type eq "work"].formatted': '1 Quay, Port',
            [`${ENTERPRISE}:department`]: 'Piers',
            [`${ENTERPRISE}:manager`]: '{boss}',
          },
        },
      ],
      {
        has: {
          emails: [{ primary: true, type: 'work', value: 'ana.key@corp.example' }],
          phoneNumbers: [{ type: 'mobile', value: '555-0102' }],
          addresses: [{ type: 'work', locality: 'Port', formatted: '1 Quay, Port' }],
          [ENTERPRISE]: { employeeNumber: 'Aklq', department: 'Piers', manager: { value: '{boss}' } },
        },
        lacks: [
          'emails[type eq "work"].value',
          'phoneNumbers[type eq "mobile"].value',
          `${ENTERPRISE}:department`,
          'name.givenName',
        ],
      },
    ),
    change(
      'the extension as a whole',
      '/Users/{ana}',
      [{ op: 'replace', value: { [ENTERPRISE]: { department: 'Cranes' } } }],
      {
        has: { [ENTERPRISE]: { department: 'Cranes' } },
      },
    ),
    change(
      'the extension by its path',
      '/Users/{ana}',
      [{ op: 'replace', path: ENTERPRISE, value: { costCenter: '4130' } }],
      { has: { [ENTERPRISE]: { costCenter: '4130' } } },
    ),
    change('add a single value', '/Users/{ana}', [{ op: 'add', path: 'nickName', value: 'Anni' }], {
      has: { nickName: 'Anni' },
    }),
    change('disable', '/Users/{ana}', [{ op: 'replace', path: 'active', value: false }], { has: { active: false } }),
    change('enable', '/Users/{ana}', [{ op: 'replace', path: 'active', value: true }], { has: { active: true } }),
    create('group', { schemas: [GROUP, MICROSOFT_GROUP], displayName: 'Harbour', externalId: 'g' }, 'harbour'),
    change('members', '/Groups/{harbour}', [
      { op: 'add', path: 'members', value: [{ $ref: null, value: '{ana}' }] },
      { op: 'add', path: 'members', value: [{ $ref: null, value: '{mate}' }] },
    ]),
    change('remove a member', '/Groups/{harbour}', [{ op: 'remove', path: 'members[value eq "{ana}"]' }], {
      is: { displayName: 'Harbour', externalId: 'g', members: [{ value: '{mate}' }] },
    }),
    remove('delete', '/Users/{ana}'),
    create('created again', entraUser, 'again'),
  ],

  Okta: [
    probe('test of the connection', 'GET /Users?startIndex=1&count=2'),
    probe('groups at the beginning', 'GET /Groups?startIndex=1&count=100'),
    probe(
      'whether the user exists',
      'GET /Users?filter=userName eq "test.user@okta.local.example"&startIndex=1&count=100',
    ),
    create(
      'create',
      {
        schemas: [USER],
        userName: 'test.user@okta.local.example',
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: 'test.user@okta.local.example', type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      },
      'test',
      {
        is: {
          userName: 'test.user@okta.local.example',
          name: { givenName: 'Test', familyName: 'User' },
          emails: [{ primary: true, value: 'test.user@okta.local.example', type: 'work' }],
          displayName: 'Test User',
          locale: 'en-US',
          externalId: '00ujl29u0le5T6Aj10h7',
          active: true,
        },
        lacks: ['password'],
      },
    ),
    {
      title: 'create again',
      send: 'POST /Users',
      body: { schemas: [USER], userName: 'test.user@okta.local.example', active: true },
      status: 409,
      has: { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
    },
    found(
      'whether the user exists',
      'GET /Users?filter=userName eq "test.user@okta.local.example"&startIndex=1&count=100',
      '00ujl29u0le5T6Aj10h7',
    ),
    { title: 'before an update', send: 'GET /Users/{test}', status: 200, has: { id: '{test}' } },
    {
      title: 'update of the profile',
      send: 'PUT /Users/{test}',
      body: {
        schemas: [USER],
        id: '{test}',
        userName: 'test.user@okta.local.example',
        externalId: '00ujl29u0le5T6Aj10h7',
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        emails: [
          {
            primary: true,
            value: 'test.user@okta.local.example',
            type: 'work',
            display: 'test.user@okta.local.example',
          },
        ],
        active: true,
        groups: [],
        meta: { resourceType: 'User' },
      },
      status: 200,
      is: {
        userName: 'test.user@okta.local.example',
        externalId: '00ujl29u0le5T6Aj10h7',
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        emails: [
          {
            primary: true,
            value: 'test.user@okta.local.example',
            type: 'work',
            display: 'test.user@okta.local.example',
          },
        ],
        active: true,
      },
    },
    ...others,
    {
      title: 'import, first page',
      send: 'GET /Users?startIndex=1&count=2',
      status: 200,
      has: { totalResults: 3, startIndex: 1, itemsPerPage: 2, Resources: [{}, {}] },
    },
    {
      title: 'import, second page',
      send: 'GET /Users?startIndex=3&count=2',
      status: 200,
      has: { totalResults: 3, startIndex: 3, itemsPerPage: 1, Resources: [{}] },
    },
    create('group', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] }, 'pushed', {
      is: { displayName: 'Test SCIMv2' },
    }),
    change(
      'members at the first push',
      '/Groups/{pushed}',
      [
        {
          op: 'replace',
          path: 'members',
          value: [
            { value: '{test}', display: 'test.user@okta.local.example' },
            { value: '{mate}', display: 'mate@corp.example' },
          ],
        },
      ],
      { is: { displayName: 'Test SCIMv2', members: [{ value: '{test}' }, { value: '{mate}' }] } },
    ),
    change('push of a group without members', '/Groups/{pushed}', [{ op: 'replace', path: 'members', value: [] }], {
      is: { displayName: 'Test SCIMv2' },
    }),
    change(
      'push of all members again',
      '/Groups/{pushed}',
      [
        {
          op: 'replace',
          path: 'members',
          value: [
            { value: '{test}', display: 'a' },
            { value: '{mate}', display: 'a' },
          ],
        },
      ],
      { is: { displayName: 'Test SCIMv2', members: [{ value: '{test}' }, { value: '{mate}' }] } },
    ),
    change(
      'push of all members without a path (Metatavu/keycloak-scim-server, issue 100)',
      '/Groups/{pushed}',
      [{ op: 'replace', value: { members: [{ value: '{test}' }, { value: '{mate}' }] } }],
      { is: { displayName: 'Test SCIMv2', members: [{ value: '{test}' }, { value: '{mate}' }] } },
    ),
    change('rename', '/Groups/{pushed}', [{ op: 'replace', value: { id: '{pushed}', displayName: 'Test SCIMv22' } }], {
      is: { displayName: 'Test SCIMv22', members: [{ value: '{test}' }, { value: '{mate}' }] },
    }),
    change(
      'members: one leaves and one comes',
      '/Groups/{pushed}',
      [
        { op: 'remove', path: 'members[value eq "{mate}"]' },
        { op: 'add', path: 'members', value: [{ value: '{boss}', display: 'boss@corp.example' }] },
      ],
      { is: { displayName: 'Test SCIMv22', members: [{ value: '{test}' }, { value: '{boss}' }] } },
    ),
    {
      title: 'members, as older applications get them',
      send: 'PUT /Groups/{pushed}',
      body: {
        schemas: [GROUP],
        id: '{pushed}',
        displayName: 'Test SCIMv22',
        members: [{ value: '{mate}', display: 'mate@corp.example' }],
      },
      status: 200,
      is: { displayName: 'Test SCIMv22', members: [{ value: '{mate}' }] },
    },
    change('deactivate', '/Users/{test}', [{ op: 'replace', value: { active: false } }], { has: { active: false } }),
    found(
      'assigned again: found as deactivated',
      'GET /Users?filter=userName eq "test.user@okta.local.example"&startIndex=1&count=100',
      '00ujl29u0le5T6Aj10h7',
    ),
    change('reactivate', '/Users/{test}', [{ op: 'replace', value: { active: true } }], { has: { active: true } }),
    {
      title: 'reactivate, as older applications get it',
      send: 'PUT /Users/{test}',
      body: {
        schemas: [USER],
        userName: 'test.user@okta.local.example',
        externalId: '00ujl29u0le5T6Aj10h7',
        active: true,
      },
      status: 200,
      has: { active: true },
    },
    remove('group', '/Groups/{pushed}'),
    {
      title: 'a user who does not exist',
      send: 'GET /Users/00u0000000000000000',
      status: 404,
      has: { schemas: [ERROR] },
    },
  ],

  OneLogin: [
    ...others,
    probe('test of the connection', 'GET /Users?filter=userName eq "onelogin_non_existent_user"'),
    create(
      'create',
      {
        schemas: [USER, ENTERPRISE],
        userName: 'lena@corp.example',
        externalId: '4711',
        active: true,
        displayName: 'Lena Example',
        name: { givenName: 'Lena', familyName: 'Example', formatted: 'Lena Example' },
        title: 'Pilot',
        emails: [{ value: 'lena@corp.example', type: 'work', primary: true }],
        phoneNumbers: [{ value: '555-0147', type: 'work' }],
        [ENTERPRISE]: { department: 'Piers', manager: { value: '{boss}', displayName: 'Boss' } },
      },
      'lena',
      { has: { userName: 'lena@corp.example', [ENTERPRISE]: { department: 'Piers', manager: { value: '{boss}' } } } },
    ),
    { title: 'read', send: 'GET /Users/{lena}', status: 200, has: { externalId: '4711', active: true } },
    {
      title: 'update, with empty values for what is not known',
      send: 'PUT /Users/{lena}',
      body: {
        schemas: [USER, ENTERPRISE],
        id: '{lena}',
        userName: 'lena@corp.example',
        externalId: '4711',
        active: true,
        displayName: 'Lena Married',
        name: { givenName: 'Lena', familyName: 'Married', formatted: '' },
        title: '',
        emails: [{ value: 'lena@corp.example', type: 'work', primary: true }],
        phoneNumbers: [],
        [ENTERPRISE]: { department: '', manager: null },
      },
      status: 200,
      has: { displayName: 'Lena Married', name: { familyName: 'Married' }, active: true },
      lacks: ['phoneNumbers'],
    },
    create(
      'create by a template, in which every value is a text',
      {
        [ENTERPRISE]: { department: 'Piers', manager: { managerId: '{boss}', displayName: 'Boss' } },
        active: 'true',
        emails: [{ value: 'tom@corp.example', type: 'work', primary: true }],
        meta: { resourceType: 'User' },
        name: { familyName: 'Example', givenName: 'Tom', formatted: 'Tom Example' },
        userName: 'tom@corp.example',
        id: null,
        schemas: [USER],
      },
      'tom',
      { has: { active: true, [ENTERPRISE]: { department: 'Piers', manager: { displayName: 'Boss' } } } },
    ),
    create(
      'create by a template of SCIM 1.1',
      {
        schemas: ['urn:scim:schemas:core:1.0'],
        userName: 'old@corp.example',
        name: { givenName: 'Old', formatted: 'Old' },
      },
      'old',
    ),
    { title: 'groups', send: 'GET /Groups?startIndex=1&count=100', status: 200, has: { totalResults: 0 } },
    create('group', { schemas: [GROUP], displayName: 'Pilots' }, 'pilots'),
    change('add', '/Groups/{pilots}', [{ op: 'add', path: 'members', value: [{ value: '{lena}' }] }], {
      is: { displayName: 'Pilots', members: [{ value: '{lena}' }] },
    }),
    change('add without a path', '/Groups/{pilots}', [{ op: 'add', value: { members: [{ value: '{mate}' }] } }], {
      is: { displayName: 'Pilots', members: [{ value: '{lena}' }, { value: '{mate}' }] },
    }),
    change('remove', '/Groups/{pilots}', [{ op: 'remove', path: 'members[value eq "{lena}"]' }], {
      is: { displayName: 'Pilots', members: [{ value: '{mate}' }] },
    }),
    change('replace', '/Groups/{pilots}', [{ op: 'replace', path: 'members', value: [{ value: '{lena}' }] }], {
      is: { displayName: 'Pilots', members: [{ value: '{lena}' }] },
    }),
    change('suspend', '/Users/{lena}', [{ op: 'replace', path: 'active', value: false }], { has: { active: false } }),
    change('reactivate', '/Users/{lena}', [{ op: 'replace', path: 'active', value: true }], { has: { active: true } }),
    remove('delete', '/Users/{lena}'),
    probe('gone', 'GET /Users?filter=userName eq "lena@corp.example"'),
    create('created again', { schemas: [USER], userName: 'lena@corp.example', externalId: '4711' }, 'again'),
  ],

  JumpCloud: [
    ...others,
    { title: 'test of the connection', send: 'GET /Users?startIndex=1&count=1', status: 200, has: { totalResults: 2 } },
    create(
      'a user for the test',
      {
        schemas: [USER],
        userName: 'jumpcloud-test@corp.example',
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ value: 'jumpcloud-test@corp.example', primary: true, type: 'work' }],
        active: true,
      },
      'tester',
    ),
    {
      title: 'the test user changed',
      send: 'PUT /Users/{tester}',
      body: {
        schemas: [USER],
        userName: 'jumpcloud-test@corp.example',
        name: { givenName: 'Test', familyName: 'Changed' },
        emails: [{ value: 'jumpcloud-test@corp.example', primary: true, type: 'work' }],
        active: false,
      },
      status: 200,
      has: { active: false, name: { familyName: 'Changed' } },
    },
    create('a group for the test', { schemas: [GROUP], displayName: 'JumpCloud Test Group', members: [] }, 'testers'),
    remove('the group of the test', '/Groups/{testers}'),
    remove('the user of the test', '/Users/{tester}'),
    probe('whether the user exists', 'GET /Users?filter=userName eq "ida@corp.example"'),
    create(
      'create',
      {
        schemas: [USER, ENTERPRISE],
        externalId: '5f1e9a0b',
        userName: 'ida@corp.example',
        displayName: 'Ida Example',
        name: { givenName: 'Ida', familyName: 'Example', middleName: '', formatted: 'Ida Example' },
        emails: [{ value: 'ida@corp.example', primary: true, type: 'work' }],
        phoneNumbers: [{ type: 'work', value: '555-0199' }],
        addresses: [
          { type: 'work', streetAddress: '3 Pier', locality: 'Port', region: '', postalCode: '', country: 'EX' },
        ],
        active: true,
        [ENTERPRISE]: { employeeNumber: '55', department: 'Piers', costCenter: '' },
      },
      'ida',
    ),
    probe('group', 'GET /Groups?filter=displayName eq "Divers"'),
    create(
      'group',
      { schemas: [GROUP], displayName: 'Divers', externalId: 'jc-1', members: [{ value: '{mate}' }] },
      'divers',
    ),
    change('add', '/Groups/{divers}', [{ op: 'add', path: 'members', value: [{ value: '{ida}' }] }], {
      is: { displayName: 'Divers', externalId: 'jc-1', members: [{ value: '{mate}' }, { value: '{ida}' }] },
    }),
    change('remove', '/Groups/{divers}', [{ op: 'remove', path: 'members', value: [{ value: '{ida}' }] }], {
      is: { displayName: 'Divers', externalId: 'jc-1', members: [{ value: '{mate}' }] },
    }),
    {
      title: 'the group as a whole',
      send: 'PUT /Groups/{divers}',
      body: { schemas: [GROUP], displayName: 'Deep Divers', externalId: 'jc-1', members: [{ value: '{ida}' }] },
      status: 200,
      is: { displayName: 'Deep Divers', externalId: 'jc-1', members: [{ value: '{ida}' }] },
    },
    {
      title: 'deactivate',
      send: 'PUT /Users/{ida}',
      body: {
        schemas: [USER],
        externalId: '5f1e9a0b',
        userName: 'ida@corp.example',
        emails: [{ value: 'ida@corp.example', primary: true, type: 'work' }],
        active: false,
      },
      status: 200,
      has: { active: false },
    },
    found('still found', 'GET /Users?filter=userName eq "ida@corp.example"', '5f1e9a0b'),
    {
      title: 'reactivate',
      send: 'PUT /Users/{ida}',
      body: {
        schemas: [USER],
        externalId: '5f1e9a0b',
        userName: 'ida@corp.example',
        emails: [{ value: 'ida@corp.example', primary: true, type: 'work' }],
        active: true,
      },
      status: 200,
      has: { active: true },
    },
    remove('delete', '/Users/{ida}'),
    create('created again', { schemas: [USER], userName: 'ida@corp.example', externalId: '5f1e9a0b' }, 'again'),
  ],

  'Google Workspace': [
    ...others,
    {
      title: 'what is supported',
      send: 'GET /ServiceProviderConfig',
      status: 200,
      has: { patch: { supported: true } },
    },
    probe('whether the user exists', 'GET /Users?filter=userName eq "gus@corp.example"&startIndex=1&count=10'),
    create(
      'create',
      {
        schemas: [USER, ENTERPRISE],
        externalId: '108234567890123456789',
        userName: 'gus@corp.example',
        name: { givenName: 'Gus', familyName: 'Example', formatted: 'Gus Example' },
        displayName: 'Gus Example',
        emails: [{ value: 'gus@corp.example', type: 'work', primary: true }],
        active: true,
        [ENTERPRISE]: {},
      },
      'gus',
      { has: { externalId: '108234567890123456789', active: true } },
    ),
    found('by the id at Google', 'GET /Users?filter=externalId eq "108234567890123456789"', '108234567890123456789'),
    change(
      'update, one operation with a path for each attribute',
      '/Users/{gus}',
      [
        { op: 'replace', path: 'name.givenName', value: 'August' },
        { op: 'replace', path: 'emails', value: [{ value: 'august@corp.example', type: 'work', primary: true }] },
        { op: 'replace', path: 'userName', value: 'august@corp.example' },
        { op: 'replace', path: `${ENTERPRISE}:department`, value: 'Piers' },
        { op: 'replace', path: `${ENTERPRISE}:manager.value`, value: '{boss}' },
      ],
      {
        has: {
          userName: 'august@corp.example',
          name: { givenName: 'August', familyName: 'Example' },
          emails: [{ value: 'august@corp.example', type: 'work', primary: true }],
          [ENTERPRISE]: { department: 'Piers', manager: { value: '{boss}' } },
        },
      },
    ),
    {
      title: 'update as a whole',
      send: 'PUT /Users/{gus}',
      body: {
        schemas: [USER],
        externalId: '108234567890123456789',
        userName: 'august@corp.example',
        name: { givenName: 'August', familyName: 'Example' },
        emails: [{ value: 'august@corp.example', type: 'work', primary: true }],
        active: true,
      },
      status: 200,
      lacks: [ENTERPRISE],
    },
    create('group', { schemas: [GROUP], displayName: 'Everybody', members: [] }, 'everybody'),
    change('members', '/Groups/{everybody}', [
      {
        op: 'add',
        path: 'members',
        value: [
          { value: '{gus}', type: 'User' },
          { value: '{mate}', type: 'User' },
        ],
      },
    ]),
    change('a member leaves', '/Groups/{everybody}', [{ op: 'remove', path: 'members[value eq "{mate}"]' }], {
      is: { displayName: 'Everybody', members: [{ value: '{gus}' }] },
    }),
    change('suspend', '/Users/{gus}', [{ op: 'replace', path: 'active', value: false }], { has: { active: false } }),
    change('restore', '/Users/{gus}', [{ op: 'replace', path: 'active', value: true }], { has: { active: true } }),
    remove('delete, days after the suspension', '/Users/{gus}'),
    create('created again', { schemas: [USER], userName: 'august@corp.example', externalId: '1082' }, 'again'),
  ],

  'PingOne and PingFederate': [
    ...others,
    probe(
      'whether the user exists, with the operator as PingOne writes it',
      'GET /Users?filter=userName Eq "pia@corp.example"',
    ),
    create(
      'create',
      {
        schemas: [USER, ENTERPRISE],
        userName: 'pia@corp.example',
        externalId: 'pia',
        active: true,
        name: { givenName: 'Pia', familyName: 'Example' },
        emails: [{ type: 'work', value: 'pia@corp.example', primary: true }],
        [ENTERPRISE]: { organization: 'Harbour' },
      },
      'pia',
    ),
    {
      title: 'update',
      send: 'PUT /Users/{pia}',
      body: {
        schemas: [USER, ENTERPRISE],
        id: '{pia}',
        userName: 'pia@corp.example',
        externalId: 'pia',
        active: true,
        name: { givenName: 'Pia', familyName: 'Married' },
        emails: [{ type: 'work', value: 'pia@corp.example', primary: true }],
        [ENTERPRISE]: { organization: 'Harbour', division: 'Piers' },
      },
      status: 200,
      has: { name: { familyName: 'Married' }, [ENTERPRISE]: { organization: 'Harbour', division: 'Piers' } },
    },
    change(
      'update, where PATCH is chosen',
      '/Users/{pia}',
      [
        { op: 'replace', path: 'name', value: { givenName: 'Pia', familyName: 'Patched' } },
        { op: 'add', path: 'emails', value: [{ type: 'home', value: 'pia@home.example' }] },
        { op: 'remove', path: 'emails[type eq "home"]' },
      ],
      {
        has: {
          name: { givenName: 'Pia', familyName: 'Patched' },
          emails: [{ type: 'work', value: 'pia@corp.example', primary: true }],
        },
      },
    ),
    probe('group', 'GET /Groups?filter=displayName eq "Pingers"'),
    create('group', { schemas: [GROUP], displayName: 'Pingers' }, 'pingers'),
    change('members, merged', '/Groups/{pingers}', [
      { op: 'add', path: 'members', value: [{ value: '{pia}' }, { value: '{mate}' }] },
      { op: 'remove', path: 'members[value eq "{mate}"]' },
    ]),
    change('members, several leave at once', '/Groups/{pingers}', [
      { op: 'add', path: 'members', value: [{ value: '{mate}' }, { value: '{boss}' }] },
      { op: 'remove', path: 'members[value eq "{mate}" or value eq "{boss}"]' },
    ]),
    change(
      'members, overwritten',
      '/Groups/{pingers}',
      [{ op: 'replace', value: { members: [{ value: '{boss}', type: 'User' }] } }],
      { is: { displayName: 'Pingers', members: [{ value: '{boss}' }] } },
    ),
    {
      title: 'disable',
      send: 'PUT /Users/{pia}',
      body: { schemas: [USER], userName: 'pia@corp.example', externalId: 'pia', active: false },
      status: 200,
      has: { active: false },
    },
    change('enable', '/Users/{pia}', [{ op: 'replace', path: 'active', value: true }], { has: { active: true } }),
    remove('delete', '/Users/{pia}'),
    create('created again', { schemas: [USER], userName: 'pia@corp.example', externalId: 'pia' }, 'again'),
  ],

  'SailPoint, Rippling, authentik and Keycloak': [
    ...others,
    { title: 'SailPoint reads the schemas', send: 'GET /Schemas', status: 200, has: { totalResults: 3 } },
    { title: 'SailPoint reads the types', send: 'GET /ResourceTypes', status: 200, has: { totalResults: 2 } },
    {
      title: 'SailPoint aggregates, page by page',
      send: 'GET /Users?startIndex=1&count=50&sortBy=userName',
      status: 200,
      has: { totalResults: 2, itemsPerPage: 2 },
    },
    create(
      'Keycloak and authentik create, with a picture and without a type of the address',
      {
        schemas: [USER],
        externalId: 'kc-1',
        userName: 'kim@corp.example',
        name: { formatted: 'Kim Example', givenName: 'Kim', familyName: 'Example' },
        displayName: 'Kim Example',
        photos: [{ value: 'https://photos.corp.example/kim', type: 'photo' }],
        locale: '',
        active: true,
        emails: [{ value: 'kim@corp.example', primary: true, type: 'other' }],
      },
      'kim',
    ),
    found('authentik after 409', 'GET /Users?filter=userName eq "kim@corp.example"', 'kc-1'),
    {
      title: 'Rippling replaces users',
      send: 'PUT /Users/{kim}',
      body: {
        schemas: [USER, ENTERPRISE],
        id: '{kim}',
        externalId: 'kc-1',
        userName: 'kim@corp.example',
        name: { givenName: 'Kim', familyName: 'Example' },
        emails: [{ value: 'kim@corp.example', type: 'work', primary: true }],
        active: true,
        [ENTERPRISE]: { employeeNumber: '9', manager: { value: '{boss}' } },
      },
      status: 200,
      has: { [ENTERPRISE]: { employeeNumber: '9', manager: { value: '{boss}' } } },
    },
    change(
      'SailPoint changes with full names',
      '/Users/{kim}',
      [
        { op: 'replace', path: `${USER}:name.familyName`, value: 'Changed' },
        { op: 'replace', path: `${USER}:emails[type eq "work"].value`, value: 'kim.changed@corp.example' },
        { op: 'add', path: `${ENTERPRISE}:manager.value`, value: '{mate}' },
      ],
      {
        has: {
          name: { givenName: 'Kim', familyName: 'Changed' },
          emails: [{ value: 'kim.changed@corp.example', type: 'work', primary: true }],
          [ENTERPRISE]: { employeeNumber: '9', manager: { value: '{mate}' } },
        },
      },
    ),
    create('group', { schemas: [GROUP], displayName: 'Keys', externalId: 'kg' }, 'keys'),
    change('Rippling replaces members', '/Groups/{keys}', [
      { op: 'replace', path: 'members', value: [{ value: '{kim}' }, { value: '{mate}' }] },
    ]),
    change(
      'authentik changes several attributes without a path (goauthentik/authentik, issue 12321)',
      '/Groups/{keys}',
      [{ op: 'replace', path: null, value: { id: '{keys}', displayName: 'Keys', externalId: 'kg' } }],
      { is: { displayName: 'Keys', externalId: 'kg', members: [{ value: '{kim}' }, { value: '{mate}' }] } },
    ),
    change('authentik adds and removes', '/Groups/{keys}', [
      { op: 'remove', path: 'members', value: [{ value: '{kim}' }] },
      { op: 'add', path: 'members', value: [{ value: '{boss}' }] },
    ]),
    {
      title: 'both are there',
      send: 'GET /Groups/{keys}',
      status: 200,
      is: { displayName: 'Keys', externalId: 'kg', members: [{ value: '{mate}' }, { value: '{boss}' }] },
    },
    {
      title: 'SailPoint adds somebody to a group by the user, which is read-only (RFC 7643, section 4.1.2)',
      send: 'PATCH /Users/{kim}',
      body: patch({ op: 'add', path: 'groups', value: [{ value: '{keys}' }] }),
      status: 400,
      has: { schemas: [ERROR], scimType: 'mutability' },
    },
    {
      title: 'groups of a user are told',
      send: 'GET /Users/{mate}',
      status: 200,
      has: { groups: [{ value: '{keys}', display: 'Keys', type: 'direct' }] },
    },
    change('SailPoint disables', '/Users/{kim}', [{ op: 'replace', path: `${USER}:active`, value: false }], {
      has: { active: false },
    }),
    change('SailPoint enables', '/Users/{kim}', [{ op: 'replace', path: `${USER}:active`, value: 'true' }], {
      has: { active: true },
    }),
    remove('delete', '/Users/{kim}'),
    create('created again', { schemas: [USER], userName: 'kim@corp.example', externalId: 'kc-1' }, 'again'),
  ],
}

for (const [name, steps] of Object.entries(lives))
  test(`the life of an account at ${name}`, async () => {
    await using app = await scimApp()
    await walk(await connect(app), steps)
  })

test('an address that is used again is somebody new, without anything of the former person', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const person = (externalId: string) => ({ schemas: [USER], userName: 'reused@corp.example', externalId })
  const saved = await walk(provider, [
    create('the former person', person('former'), 'former'),
    remove('leaves', '/Users/{former}'),
    create('somebody else gets the address', person('new'), 'new', { has: { externalId: 'new', active: true } }),
  ])
  expect(saved.get('new')).not.toBe(saved.get('former'))
  expect((await ask(provider, { method: 'GET', path: `/Users/${saved.get('former')}` })).status).toBe(404)
  const accounts = await app.sql('select is_active from users where id = any ($1) order by is_active', [
    [...saved.values()].filter((one) => /^[0-9a-f-]{36}$/.test(one)),
  ])
  expect(accounts).toEqual([{ is_active: false }, { is_active: true }])
})

test('who was deactivated and is created again by the same provider comes back', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const person = { schemas: [USER], userName: 'back@corp.example', externalId: 'back', active: true }
  const saved = await walk(provider, [
    create('hired', person, 'first'),
    change('leaves', '/Users/{first}', [{ op: 'replace', path: 'active', value: false }], { has: { active: false } }),
    create('comes back', person, 'second', { has: { active: true } }),
  ])
  expect(saved.get('second')).toBe(saved.get('first'))
})

test('of several primary addresses at most one is left', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const emails = ['one', 'two'].map((name) => ({ value: `${name}@corp.example`, type: name, primary: true }))
  const answer = await ask(provider, {
    method: 'POST',
    path: '/Users',
    body: { schemas: [USER], userName: 'two@corp.example', emails },
  })
  // RFC 7643, section 2.4: "true" MUST appear no more than once. Refusing it and choosing one are both that.
  if (answer.status === 400) expect(answer.body).toMatchObject({ scimType: 'invalidValue' })
  else {
    expect(answer.status).toBe(201)
    const stored = answer.body['emails'] as { primary?: boolean }[]
    expect(stored.filter(({ primary }) => primary)).toHaveLength(1)
  }
})

test('names of messages are in any case (RFC 7643, section 2.1)', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const id = await createdId(provider, '/Users', { schemas: [USER], userName: 'case@corp.example' })
  const title = (value: string) => ({ OP: 'Replace', Path: 'title', VALUE: value })
  const patched = await ask(provider, {
    method: 'PATCH',
    path: `/Users/${id}`,
    body: { Schemas: [], operations: [title('A')] },
  })
  expect([patched.status, patched.body['title']]).toEqual([200, 'A'])
  const bulk = await ask(provider, {
    method: 'POST',
    path: '/Bulk',
    body: {
      operations: [{ Method: 'patch', PATH: `/Users/${id}`, Data: { operations: [title('B')] } }],
    },
  })
  expect(bulk.body['Operations']).toMatchObject([{ status: '200' }])
  for (const path of ['/Users/.search', '/.search']) {
    const found = await ask(provider, { method: 'POST', path, body: { Filter: 'title eq "B"', COUNT: 1 } })
    expect([path, found.status, found.body['totalResults']]).toEqual([path, 200, 1])
  }
})

test('whoever is no member of a group, or nobody, is removed from it without an error', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const member = await createdId(provider, '/Users', { schemas: [USER], userName: 'stays@corp.example' })
  const path = `/Groups/${await createdId(provider, '/Groups', { schemas: [GROUP], displayName: 'A', members: [{ value: member }] })}`
  const nobody = ['00u1a2b3c4', 'ana@corp.example', crypto.randomUUID()]
  for (const value of nobody)
    for (const operation of [
      { op: 'remove', path: `members[value eq "${value}"]` },
      { op: 'Remove', path: 'members', value: [{ value }] },
    ])
      expect([operation, (await ask(provider, { method: 'PATCH', path, body: patch(operation) })).status]).toEqual([
        operation,
        204,
      ])
  expect((await ask(provider, { method: 'GET', path })).body['members']).toMatchObject([{ value: member }])
  // Who is added has to be known: otherwise the provider would believe that they have what the group gives.
  const added = await ask(provider, {
    method: 'PATCH',
    path,
    body: patch({ op: 'add', path: 'members', value: [{ value: nobody[0] }] }),
  })
  expect(added).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
})

async function createdId(provider: Client, path: string, body: object): Promise<string> {
  const { status, body: made } = await ask(provider, { method: 'POST', path, body })
  expect(status).toBe(201)
  return String(made['id'])
}
