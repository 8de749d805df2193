import { describe, expect, test } from 'vitest'
import { connect, scimApp } from './_scim.ts'
import {
  ask,
  BULK,
  contentOf,
  ENTERPRISE,
  ERROR,
  GROUP,
  type Json,
  LIST,
  patch,
  PATCH,
  resourcesOf,
  SEARCH,
  type Step,
  USER,
  walk,
} from './_walk.ts'

// The examples of RFC 7643 and RFC 7644, with people of our own. Where the documents leave a choice, the step says what we chose.

/** Walks steps against a host of its own. */
async function walkAlone(steps: readonly Step[]) {
  await using app = await scimApp()
  return await walk(await connect(app), steps)
}

const minimal = {
  schemas: [USER],
  userName: 'rosa@corp.example',
}

/** RFC 7643, section 8.2: every attribute of a user. */
const full = {
  schemas: [USER],
  externalId: 'e-7001',
  userName: 'rosa@corp.example',
  name: {
    formatted: 'Dr. Rosa M Quintana, PhD',
    familyName: 'Quintana',
    givenName: 'Rosa',
    middleName: 'Maria',
    honorificPrefix: 'Dr.',
    honorificSuffix: 'PhD',
  },
  displayName: 'Rosa Quintana',
  nickName: 'Rosi',
  profileUrl: 'https://people.corp.example/rosa',
  emails: [
    { value: 'rosa@corp.example', type: 'work', primary: true },
    { value: 'rosa@home.example', type: 'home' },
  ],
  addresses: [
    {
      type: 'work',
      streetAddress: '7 Harbour Road',
      locality: 'Port Example',
      region: 'EX',
      postalCode: '10007',
      country: 'EX',
      formatted: '7 Harbour Road\nPort Example, EX 10007',
      primary: true,
    },
    {
      type: 'home',
      streetAddress: '12 Mill Lane',
      locality: 'Port Example',
      region: 'EX',
      postalCode: '10012',
      country: 'EX',
      formatted: '12 Mill Lane\nPort Example, EX 10012',
    },
  ],
  phoneNumbers: [
    { value: '555-0107', type: 'work' },
    { value: '555-0112', type: 'mobile' },
  ],
  ims: [{ value: 'rosachat', type: 'aim' }],
  photos: [
    { value: 'https://photos.corp.example/rosa/F', type: 'photo' },
    { value: 'https://photos.corp.example/rosa/T', type: 'thumbnail' },
  ],
  userType: 'Employee',
  title: 'Harbour Master',
  preferredLanguage: 'es-ES',
  locale: 'en-US',
  timezone: 'Europe/Madrid',
  active: true,
  entitlements: [{ value: 'crane', type: 'licence' }],
  roles: [{ value: 'master', display: 'Master', primary: true }],
  x509Certificates: [{ value: 'TUlJREV4YW1wbGU=' }],
}

/** RFC 7643, section 8.3. */
const enterprise = {
  ...full,
  schemas: [USER, ENTERPRISE],
  [ENTERPRISE]: {
    employeeNumber: '7001',
    costCenter: '4130',
    organization: 'Harbour Company',
    division: 'Piers',
    department: 'Cranes',
  },
}

describe('RFC 7643, section 8: resources', () => {
  test('8.1: a minimal user', async () => {
    await walkAlone([
      {
        title: '8.1 create: the address is the user name',
        send: 'POST /Users',
        body: minimal,
        status: 201,
        has: { schemas: [USER], userName: 'rosa@corp.example', active: true, meta: { resourceType: 'User' } },
        save: 'rosa',
      },
      {
        title: '8.1 read',
        send: 'GET /Users/{rosa}',
        status: 200,
        has: {
          id: '{rosa}',
          meta: { resourceType: 'User', location: 'https://acme.example/api/scim/v2/Users/{rosa}' },
        },
        lacks: ['password'],
      },
    ])
  })

  test('8.2 and 8.3: a full user, and one of an enterprise', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    await walk(provider, [
      {
        title: '8.2 create; the password is write-only (RFC 7643, section 4.1.1) and never returned',
        send: 'POST /Users',
        body: { ...full, password: 'A-Secret-Of-8.2' },
        status: 201,
        is: full,
        lacks: ['password'],
        save: 'rosa',
      },
      { title: '8.2 read', send: 'GET /Users/{rosa}', status: 200, is: full, has: { schemas: [USER] } },
      {
        title: '8.3 replace: the extension is kept under its urn',
        send: 'PUT /Users/{rosa}',
        body: enterprise,
        status: 200,
        is: enterprise,
      },
      { title: '8.3 read', send: 'GET /Users/{rosa}', status: 200, is: enterprise },
      {
        title: '8.3 a manager',
        send: 'POST /Users',
        body: { ...minimal, userName: 'boss@corp.example' },
        status: 201,
        save: 'boss',
      },
      {
        title: '8.3 the manager by id',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'add', path: `${ENTERPRISE}:manager`, value: { value: '{boss}', displayName: 'The Boss' } }),
        status: 200,
        has: { [ENTERPRISE]: { ...enterprise[ENTERPRISE], manager: { value: '{boss}' } } },
      },
    ])
    const { Resources } = (
      await ask(provider, { method: 'GET', path: `/Users?filter=userName eq "rosa@corp.example"` })
    ).body
    const [rosa] = Resources as Json[]
    expect((rosa!['schemas'] as string[]).toSorted()).toEqual([USER, ENTERPRISE].toSorted())
  })

  test('8.4: a group', async () => {
    await walkAlone([
      { title: 'a member', send: 'POST /Users', body: minimal, status: 201, save: 'rosa' },
      {
        title: 'another member',
        send: 'POST /Users',
        body: { ...minimal, userName: 'max@corp.example' },
        status: 201,
        save: 'max',
      },
      {
        title: '8.4 create',
        send: 'POST /Groups',
        body: {
          schemas: [GROUP],
          displayName: 'Tour Guides',
          members: [
            { value: '{rosa}', $ref: 'https://acme.example/api/scim/v2/Users/{rosa}', display: 'Rosa Quintana' },
            { value: '{max}', $ref: 'https://acme.example/api/scim/v2/Users/{max}', display: 'Max Example' },
          ],
        },
        status: 201,
        is: { displayName: 'Tour Guides', members: [{ value: '{rosa}' }, { value: '{max}' }] },
        has: { schemas: [GROUP], meta: { resourceType: 'Group' } },
        save: 'guides',
      },
      {
        title: '8.4 read',
        send: 'GET /Groups/{guides}',
        status: 200,
        has: {
          id: '{guides}',
          meta: { resourceType: 'Group', location: 'https://acme.example/api/scim/v2/Groups/{guides}' },
        },
      },
    ])
  })

  test('8.5: the configuration', async () => {
    await walkAlone([
      {
        title: '8.5',
        send: 'GET /ServiceProviderConfig',
        status: 200,
        has: {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
          patch: { supported: true },
          bulk: { supported: true, maxOperations: expect.any(Number), maxPayloadSize: expect.any(Number) },
          filter: { supported: true, maxResults: expect.any(Number) },
          changePassword: { supported: false },
          sort: { supported: true },
          etag: { supported: true },
          authenticationSchemes: [
            { type: 'oauthbearertoken', name: expect.any(String), description: expect.any(String) },
          ],
          meta: {
            resourceType: 'ServiceProviderConfig',
            location: 'https://acme.example/api/scim/v2/ServiceProviderConfig',
          },
        },
        lacks: ['id'],
      },
    ])
  })

  const userType = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    meta: { resourceType: 'ResourceType', location: 'https://acme.example/api/scim/v2/ResourceTypes/User' },
  }
  const groupType = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    schema: GROUP,
    meta: { resourceType: 'ResourceType', location: 'https://acme.example/api/scim/v2/ResourceTypes/Group' },
  }

  test('8.6: the types of resources', async () => {
    await walkAlone([
      {
        title: '8.6 both',
        send: 'GET /ResourceTypes',
        status: 200,
        has: { schemas: [LIST], totalResults: 2, Resources: [userType, groupType] },
      },
      { title: '8.6 users', send: 'GET /ResourceTypes/User', status: 200, has: userType },
      { title: '8.6 groups', send: 'GET /ResourceTypes/Group', status: 200, has: groupType },
      {
        title: 'no such type',
        send: 'GET /ResourceTypes/Robot',
        status: 404,
        has: { schemas: [ERROR], status: '404' },
      },
      {
        title: 'RFC 7644, section 4: a filter of what is supported is refused',
        send: 'GET /ResourceTypes?filter=name eq "User"',
        status: 403,
      },
    ])
  })

  test('8.7: the schemas', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const { body, status } = await ask(provider, { method: 'GET', path: '/Schemas' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ schemas: [LIST], totalResults: 3 })
    const byId = new Map(resourcesOf(body).map((one) => [String(one['id']), one]))
    expect([...byId.keys()].toSorted()).toEqual([USER, GROUP, ENTERPRISE].toSorted())
    const namesOf = (schema: Json) => (schema['attributes'] as Json[]).map(({ name }) => String(name)).toSorted()
    // RFC 7643, section 4.1 and the two after it.
    const attributes = {
      [USER]: [...Object.keys(full).filter((name) => !['schemas', 'externalId'].includes(name)), 'groups', 'password'],
      [GROUP]: ['displayName', 'members'],
      [ENTERPRISE]: [...Object.keys(enterprise[ENTERPRISE]), 'manager'],
    }
    for (const [id, wanted] of Object.entries(attributes)) {
      // `externalId` belongs to every resource (RFC 7643, section 3.1); telling it is allowed.
      const names = namesOf(byId.get(id)!).filter((name) => !['id', 'externalId', 'meta', 'schemas'].includes(name))
      expect.soft([id, names]).toEqual([id, wanted.toSorted()])
    }
    const attributeOf = (id: string, name: string) =>
      (byId.get(id)!['attributes'] as Json[]).find((one) => one['name'] === name)
    // RFC 7643, section 7: every attribute tells its characteristics.
    const walkAttributes = (list: readonly Json[], path: string) => {
      for (const one of list) {
        const at = `${path}.${String(one['name'])}`
        expect.soft({ at, ...one }).toMatchObject({
          at,
          type: expect.stringMatching(/^(string|boolean|decimal|integer|dateTime|reference|binary|complex)$/),
          multiValued: expect.any(Boolean),
          required: expect.any(Boolean),
          mutability: expect.stringMatching(/^(readOnly|readWrite|immutable|writeOnly)$/),
          returned: expect.stringMatching(/^(always|never|default|request)$/),
        })
        if (one['type'] === 'complex') walkAttributes(one['subAttributes'] as Json[], at)
      }
    }
    for (const [id, schema] of byId) walkAttributes(schema['attributes'] as Json[], id)
    expect.soft(attributeOf(USER, 'userName')).toMatchObject({ required: true, uniqueness: 'server', caseExact: false })
    expect.soft(attributeOf(USER, 'groups')).toMatchObject({ mutability: 'readOnly', multiValued: true })
    expect.soft(attributeOf(USER, 'active')).toMatchObject({ type: 'boolean' })
    expect.soft(attributeOf(USER, 'emails')).toMatchObject({ type: 'complex', multiValued: true })
    for (const [id, schema] of byId) {
      const one = await ask(provider, { method: 'GET', path: `/Schemas/${id}` })
      expect.soft([id, one.status, one.body]).toMatchObject([id, 200, { id, name: schema['name'] }])
      expect.soft(one.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
        meta: { resourceType: 'Schema', location: `https://acme.example/api/scim/v2/Schemas/${id}` },
      })
    }
    expect((await ask(provider, { method: 'GET', path: '/Schemas/urn:corp.example:Robot' })).status).toBe(404)
    expect((await ask(provider, { method: 'GET', path: '/Schemas?filter=name eq "User"' })).status).toBe(403)
  })
})

describe('RFC 7644: requests', () => {
  test('3.3: creating', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const rosa = {
      schemas: [USER],
      userName: 'rosa',
      externalId: 'rosa',
      name: { formatted: 'Dr. Rosa M Quintana, PhD', familyName: 'Quintana', givenName: 'Rosa' },
    }
    await walk(provider, [
      {
        title: '3.3 verbatim: an account needs an address, which the example lacks',
        send: 'POST /Users',
        body: rosa,
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'invalidValue' },
      },
      {
        title: '3.3 with an address',
        send: 'POST /Users',
        body: { ...rosa, emails: [{ value: 'rosa@corp.example' }] },
        status: 201,
        is: { ...contentOf(rosa), active: true, emails: [{ value: 'rosa@corp.example' }] },
        save: 'rosa',
      },
      {
        title: '3.3 what the client says of the id and of meta is ignored (RFC 7643, section 3.1)',
        send: 'POST /Users',
        body: { ...minimal, userName: 'max@corp.example', id: '{rosa}', meta: { resourceType: 'Robot' } },
        status: 201,
        has: { userName: 'max@corp.example', meta: { resourceType: 'User' } },
        save: 'max',
      },
      {
        title: '3.3 the same user again',
        send: 'POST /Users',
        body: { ...rosa, emails: [{ value: 'rosa@corp.example' }] },
        status: 409,
        has: { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
      },
      {
        title: 'RFC 7643, section 4.1.1: the user name is unique without regard to case',
        send: 'POST /Users',
        body: { ...rosa, userName: 'ROSA', emails: [{ value: 'other@corp.example' }] },
        status: 409,
        has: { scimType: 'uniqueness' },
      },
      {
        title: 'RFC 7643, section 2.1: names of attributes are case-insensitive',
        send: 'POST /Users',
        body: { Schemas: [USER], USERNAME: 'case@corp.example', Name: { GIVENNAME: 'Case' }, Active: false },
        status: 201,
        has: { userName: 'case@corp.example', name: { givenName: 'Case' }, active: false },
      },
    ])
    const made = await ask(provider, {
      method: 'POST',
      path: '/Users',
      body: { ...minimal, userName: 'eva@corp.example' },
    })
    const { location, version } = made.body['meta'] as { location: string; version: string }
    expect(made.headers.get('location')).toBe(location)
    expect(made.headers.get('etag')).toBe(version)
    expect(made.headers.get('content-type')).toMatch(/^application\/scim\+json/)
  })

  test('3.1 and 8.1: the media type, of answers and of what is taken', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const { body } = await ask(provider, { method: 'POST', path: '/Users', body: minimal })
    const id = String(body['id'])
    const group = await ask(provider, { method: 'POST', path: '/Groups', body: { schemas: [GROUP], displayName: 'A' } })
    const groupId = String(group.body['id'])
    const answers = [
      group,
      await ask(provider, { method: 'GET', path: `/Users/${id}` }),
      await ask(provider, { method: 'GET', path: '/Users' }),
      await ask(provider, { method: 'GET', path: `/Groups/${groupId}` }),
      await ask(provider, { method: 'GET', path: '/Groups' }),
      await ask(provider, { method: 'PUT', path: `/Users/${id}`, body: minimal }),
      await ask(provider, { method: 'PATCH', path: `/Users/${id}`, body: patch({ op: 'add', value: { title: 'X' } }) }),
      await ask(provider, { method: 'GET', path: '/Users/unknown' }),
      await ask(provider, { method: 'GET', path: '/Users?filter=nonsense' }),
      await ask(provider, { method: 'POST', path: '/Users', body: {} }),
      await ask(provider, { method: 'GET', path: '/ServiceProviderConfig' }),
      await ask(provider, { method: 'GET', path: '/ResourceTypes' }),
      await ask(provider, { method: 'GET', path: '/Schemas' }),
      await ask(provider, { method: 'POST', path: '/Bulk', body: { schemas: [BULK], Operations: [] } }),
    ]
    const types = answers.map(({ headers, status }) => [status, headers.get('content-type')?.split(';')[0]])
    expect(types).toEqual(answers.map(({ status }) => [status, 'application/scim+json']))
    for (const contentType of ['application/json', 'application/scim+json', 'application/scim+json; charset=UTF-8']) {
      const { status } = await ask(provider, {
        method: 'PUT',
        path: `/Users/${id}`,
        body: minimal,
        headers: { 'content-type': contentType },
      })
      expect([contentType, status]).toEqual([contentType, 200])
    }
  })

  test('3.4.1, 3.4.2 and 3.9: reading, and choosing attributes', async () => {
    await walkAlone([
      { title: 'somebody', send: 'POST /Users', body: enterprise, status: 201, save: 'rosa' },
      { title: '3.4.1', send: 'GET /Users/{rosa}', status: 200, is: enterprise, has: { id: '{rosa}' } },
      {
        title: '3.4.2',
        send: 'GET /Users?attributes=userName',
        status: 200,
        has: {
          schemas: [LIST],
          totalResults: 1,
          Resources: [{ id: '{rosa}', userName: 'rosa@corp.example', schemas: [USER] }],
        },
      },
      {
        title: '3.9 one attribute; `id` and `schemas` are always returned',
        send: 'GET /Users/{rosa}?attributes=userName',
        status: 200,
        has: { id: '{rosa}', userName: 'rosa@corp.example' },
        is: { userName: 'rosa@corp.example' },
        lacks: ['name', 'emails', 'externalId', ENTERPRISE],
      },
      {
        title: '3.9 a sub-attribute, in another case and with its urn',
        send: `GET /Users/{rosa}?attributes=${USER}:NAME.familyName, externalid`,
        status: 200,
        is: { externalId: 'e-7001', name: { familyName: 'Quintana' } },
      },
      {
        title: '3.9 a sub-attribute of several values',
        send: 'GET /Users/{rosa}?attributes=emails.value',
        status: 200,
        is: { emails: [{ value: 'rosa@corp.example' }, { value: 'rosa@home.example' }] },
      },
      {
        title: '3.9 of an extension',
        send: `GET /Users/{rosa}?attributes=${ENTERPRISE}:department`,
        status: 200,
        is: { [ENTERPRISE]: { department: 'Cranes' } },
      },
      {
        title: '3.9 an attribute that does not exist is not returned',
        send: 'GET /Users/{rosa}?attributes=userName,favouriteColour',
        status: 200,
        is: { userName: 'rosa@corp.example' },
      },
      {
        title: '3.9 all but some',
        send: `GET /Users/{rosa}?excludedAttributes=emails,name.formatted,${ENTERPRISE}`,
        status: 200,
        is: without(enterprise, 'emails', ENTERPRISE, 'name', {
          name: without(full.name, 'formatted'),
        }),
      },
      {
        title: '3.9 what is always returned cannot be excluded',
        send: 'GET /Users/{rosa}?excludedAttributes=id,userName',
        status: 200,
        has: { id: '{rosa}' },
        lacks: ['userName'],
      },
      {
        title: '3.9 of answers to POST',
        send: 'POST /Users?attributes=externalId',
        body: { ...minimal, userName: 'max@corp.example', externalId: 'max' },
        status: 201,
        is: { externalId: 'max' },
        save: 'max',
      },
      {
        title: '3.9 of answers to PUT',
        send: 'PUT /Users/{max}?excludedAttributes=userName',
        body: { ...minimal, userName: 'max@corp.example', externalId: 'max', title: 'Diver' },
        status: 200,
        is: { externalId: 'max', title: 'Diver', active: true },
      },
      {
        title: '3.9 of answers to PATCH',
        send: 'PATCH /Users/{max}?attributes=title',
        body: patch({ op: 'replace', path: 'title', value: 'Pilot' }),
        status: 200,
        is: { title: 'Pilot' },
      },
      { title: 'a group', send: 'POST /Groups', body: { schemas: [GROUP], displayName: 'A' }, status: 201, save: 'a' },
      {
        title: '3.5.2 "unless attributes were requested": PATCH of a group answers nothing …',
        send: 'PATCH /Groups/{a}',
        body: patch({ op: 'add', path: 'members', value: [{ value: '{rosa}' }] }),
        status: 204,
        is: { displayName: 'A', members: [{ value: '{rosa}' }] },
      },
      {
        title: '… and the resource where attributes are chosen',
        send: 'PATCH /Groups/{a}?excludedAttributes=members',
        body: patch({ op: 'add', path: 'members', value: [{ value: '{max}' }] }),
        status: 200,
        is: { displayName: 'A' },
      },
      {
        title: '3.9 without members',
        send: 'GET /Groups?excludedAttributes=members',
        status: 200,
        has: { totalResults: 1, Resources: [{ id: '{a}', displayName: 'A' }] },
      },
    ])
  })

  test('3.4.2.2: all filters of the examples', async () => {
    const people = [
      {
        ...minimal,
        externalId: 'quintana',
        userName: 'quintana@corp.example',
        name: { familyName: "O'Malley" },
        title: 'Diver',
        userType: 'Employee',
        emails: [
          { value: 'quintana@example.com.example', type: 'work', primary: true },
          { value: 'q@home.example', type: 'home' },
        ],
      },
      {
        ...minimal,
        schemas: [USER, ENTERPRISE],
        externalId: 'james',
        userName: 'James@corp.example',
        name: { familyName: 'Jones' },
        userType: 'Intern',
        ims: [{ value: 'james@foo.com.example', type: 'xmpp' }],
        emails: [{ value: 'james@example.org.example', type: 'home', primary: true }],
        [ENTERPRISE]: { department: 'Piers' },
      },
      {
        ...minimal,
        externalId: 'kai',
        userName: 'kai@corp.example',
        title: 'Pilot',
        userType: 'Contractor',
        emails: [{ value: 'kai@other.example', type: 'work', primary: true }],
      },
    ]
    const list = (filter: string, ...lists: string[]): Step => ({
      title: filter,
      send: `GET /Users?filter=${filter}`,
      status: 200,
      lists,
      has: { schemas: [LIST], totalResults: lists.length },
    })
    await walkAlone([
      ...people.map((body): Step => ({
        title: 'somebody',
        send: 'POST /Users',
        body,
        status: 201,
        save: body.externalId,
      })),
      list('userName eq "james@CORP.example"', 'james'),
      list(`name.familyName co "O'Malley"`, 'quintana'),
      list('userName sw "J"', 'james'),
      list(`${USER}:userName sw "J"`, 'james'),
      list(`${USER.toUpperCase()}:USERNAME SW "j"`, 'james'),
      list('title pr', 'quintana', 'kai'),
      list('meta.lastModified gt "2011-05-13T04:42:34Z"', 'quintana', 'james', 'kai'),
      list('meta.lastModified ge "2011-05-13T04:42:34Z"', 'quintana', 'james', 'kai'),
      list('meta.lastModified lt "2011-05-13T04:42:34Z"'),
      list('meta.lastModified le "2011-05-13T04:42:34Z"'),
      list('title pr and userType eq "Employee"', 'quintana'),
      list('title pr or userType eq "Intern"', 'quintana', 'james', 'kai'),
      list(`schemas eq "${ENTERPRISE}"`, 'james'),
      list('userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', 'quintana'),
      list('userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', 'kai'),
      list('userType eq "Employee" and (emails.type eq "work")', 'quintana'),
      list('userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', 'quintana'),
      list(
        'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
        'quintana',
        'james',
      ),
      // A value path is about one value: the work address of Quintana is not at home.
      list('emails[type eq "work" and value co "home.example"]'),
      list('emails.type eq "work" and emails.value co "home.example"', 'quintana'),
      // RFC 7644, section 3.4.2.2: `and` binds more tightly than `or`, `not` than both.
      list('userType eq "Intern" or title pr and userType eq "Contractor"', 'james', 'kai'),
      list('(userType eq "Intern" or title pr) and userType eq "Contractor"', 'kai'),
      list('not (title pr)', 'james'),
      list('userName ew ".EXAMPLE" and active eq true', 'quintana', 'james', 'kai'),
      list('externalId eq "Kai"'),
      list('externalId eq "kai"', 'kai'),
      list('title eq null', 'james'),
      list('title ne null', 'quintana', 'kai'),
      list(`${ENTERPRISE}:department eq "piers"`, 'james'),
      list('displayName eq "quote \\" and \\\\ and \\u00e9"'),
      list('id eq "{kai}"', 'kai'),
      { title: 'broken', send: 'GET /Users?filter=userName eq', status: 400, has: { scimType: 'invalidFilter' } },
      {
        title: 'two comparisons without an operator between them',
        send: 'GET /Users?filter=title pr title pr',
        status: 400,
        has: { schemas: [ERROR], scimType: 'invalidFilter' },
      },
      {
        title: 'an operator that does not exist',
        send: 'GET /Users?filter=userName is "x"',
        status: 400,
        has: { scimType: 'invalidFilter' },
      },
      {
        title: 'a comparison that booleans do not have',
        send: 'GET /Users?filter=active gt true',
        status: 400,
        has: { scimType: 'invalidFilter' },
      },
    ])
  })

  test('3.4.2.3 to 3.4.3: sorting, pages and searching by POST', async () => {
    const people = [
      ['berta', 'B', 'Zander'],
      ['anton', 'a', 'smith'],
      ['carla', undefined, 'Smithson'],
      ['dora', 'C', 'Yilmaz'],
    ].map(([externalId, title, displayName]) => ({
      schemas: [USER],
      externalId,
      displayName,
      userName: `${externalId}@corp.example`,
      ...(title && { title }),
    }))
    const ordered = { status: 200, ordered: true }
    await walkAlone([
      ...people.map((body): Step => ({ title: 'somebody', send: 'POST /Users', body, status: 201 })),
      {
        title: '3.4.2.3 ascending is the default, without regard to case where the attribute has none',
        send: 'GET /Users?sortBy=title',
        ...ordered,
        lists: ['anton', 'berta', 'dora', 'carla'],
      },
      {
        title: '3.4.2.3 no value: last if ascending and first if descending',
        send: 'GET /Users?sortBy=title&sortOrder=descending',
        ...ordered,
        lists: ['carla', 'dora', 'berta', 'anton'],
      },
      {
        title: '3.4.2.3 by the primary or first value, with the urn',
        send: `GET /Users?sortBy=${USER}:userName&sortOrder=descending`,
        ...ordered,
        lists: ['dora', 'carla', 'berta', 'anton'],
      },
      {
        title: '3.4.2.4',
        send: 'GET /Users?startIndex=1&count=10',
        status: 200,
        has: { totalResults: 4, startIndex: 1, itemsPerPage: 4 },
      },
      {
        title: '3.4.2.4 a page in the middle',
        send: 'GET /Users?sortBy=userName&startIndex=2&count=2',
        ...ordered,
        lists: ['berta', 'carla'],
        has: { totalResults: 4, startIndex: 2, itemsPerPage: 2 },
      },
      {
        title: '3.4.2.4 beyond the end',
        send: 'GET /Users?startIndex=9&count=2',
        ...ordered,
        lists: [],
        has: { totalResults: 4 },
      },
      {
        title: '3.4.2.4 zero tells only how many there are',
        send: 'GET /Users?count=0',
        status: 200,
        lists: [],
        has: { totalResults: 4, itemsPerPage: 0 },
      },
      {
        title: '3.4.2.4 a negative count is zero',
        send: 'GET /Users?count=-3',
        status: 200,
        lists: [],
        has: { totalResults: 4 },
      },
      {
        title: '3.4.2.4 a start below one is one',
        send: 'GET /Users?startIndex=0&count=1&sortBy=userName',
        status: 200,
        lists: ['anton'],
        has: { startIndex: 1, totalResults: 4 },
      },
      {
        title: 'a group that the search finds as well',
        send: 'POST /Groups',
        body: { schemas: [GROUP], displayName: 'Smith Family' },
        status: 201,
      },
      {
        title: '3.4.3 users',
        send: 'POST /Users/.search',
        body: {
          schemas: [SEARCH],
          attributes: ['displayName', 'userName'],
          filter: 'displayName sw "smith"',
          startIndex: 1,
          count: 10,
          sortBy: 'userName',
        },
        status: 200,
        has: {
          schemas: [LIST],
          totalResults: 2,
          startIndex: 1,
          Resources: [
            { userName: 'anton@corp.example', displayName: 'smith' },
            { userName: 'carla@corp.example', displayName: 'Smithson' },
          ],
        },
      },
      {
        title: '3.4.3 groups, without some attributes',
        send: 'POST /Groups/.search',
        body: { schemas: [SEARCH], excludedAttributes: ['members'], filter: 'displayName sw "smith"' },
        status: 200,
        has: { totalResults: 1, Resources: [{ displayName: 'Smith Family' }] },
      },
      {
        title: '3.4.3 everything',
        send: 'POST /.search',
        body: {
          schemas: [SEARCH],
          attributes: ['displayName', 'userName'],
          filter: 'displayName sw "smith"',
          startIndex: 1,
          count: 10,
        },
        status: 200,
        lists: ['smith', 'Smithson', 'Smith Family'],
        has: { schemas: [LIST], totalResults: 3 },
      },
      {
        title: '3.4.3 a broken filter',
        send: 'POST /Users/.search',
        body: { schemas: [SEARCH], filter: '(' },
        status: 400,
        has: { scimType: 'invalidFilter' },
      },
    ])
  })

  test('3.5.1: replacing', async () => {
    await walkAlone([
      {
        title: 'somebody',
        send: 'POST /Users',
        body: { ...full, emails: [{ value: 'rosa@corp.example' }] },
        status: 201,
        save: 'rosa',
      },
      {
        title: '3.5.1: what is left out is cleared',
        send: 'PUT /Users/{rosa}',
        body: {
          schemas: [USER],
          id: '{rosa}',
          userName: 'rosa@corp.example',
          externalId: 'rosa',
          name: {
            formatted: 'Dr. Rosa M Quintana, PhD',
            familyName: 'Quintana',
            givenName: 'Rosa',
            middleName: 'Maria',
          },
          roles: [],
          emails: [{ value: 'rosa@corp.example' }, { value: 'rosita@home.example' }],
        },
        status: 200,
        is: {
          userName: 'rosa@corp.example',
          externalId: 'rosa',
          name: {
            formatted: 'Dr. Rosa M Quintana, PhD',
            familyName: 'Quintana',
            givenName: 'Rosa',
            middleName: 'Maria',
          },
          emails: [{ value: 'rosa@corp.example' }, { value: 'rosita@home.example' }],
          active: true,
        },
        lacks: ['nickName', 'roles'],
      },
      {
        title: 'deactivated',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'active', value: false }),
        status: 200,
        has: { active: false },
      },
      {
        title: '3.5.1: what decides whether somebody may sign in is not assumed where it is left out',
        send: 'PUT /Users/{rosa}',
        body: { ...minimal, externalId: 'rosa' },
        status: 200,
        has: { active: false, externalId: 'rosa' },
      },
      {
        title: '3.5.1: read-only attributes are ignored',
        send: 'PUT /Users/{rosa}',
        body: {
          ...minimal,
          id: '00000000-0000-4000-8000-000000000000',
          groups: [{ value: 'x' }],
          meta: { created: '2001-01-01T00:00:00Z' },
          active: true,
        },
        status: 200,
        has: { id: '{rosa}', active: true, userName: 'rosa@corp.example' },
      },
      {
        title: '3.5.1: a required attribute is missing',
        send: 'PUT /Users/{rosa}',
        body: { schemas: [USER], displayName: 'Nobody' },
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'invalidValue' },
      },
      {
        title: 'somebody else',
        send: 'POST /Users',
        body: { ...minimal, userName: 'max@corp.example' },
        status: 201,
        save: 'max',
      },
      {
        title: '3.5.1: the name of somebody else',
        send: 'PUT /Users/{max}',
        body: minimal,
        status: 409,
        has: { scimType: 'uniqueness' },
      },
      {
        title: 'a group',
        send: 'POST /Groups',
        body: { schemas: [GROUP], displayName: 'A', externalId: 'g', members: [{ value: '{max}' }] },
        status: 201,
        save: 'a',
      },
      {
        title: '3.5.1 of a group',
        send: 'PUT /Groups/{a}',
        body: { schemas: [GROUP], displayName: 'B', members: [{ value: '{rosa}' }] },
        status: 200,
        is: { displayName: 'B', members: [{ value: '{rosa}' }] },
      },
      { title: 'nobody', send: 'PUT /Users/00000000-0000-4000-8000-000000000000', body: minimal, status: 404 },
    ])
  })

  const rosa: Step = {
    title: 'somebody',
    send: 'POST /Users',
    body: { ...minimal, emails: full.emails.slice(0, 1), addresses: full.addresses, nickName: 'Rosi' },
    status: 201,
    save: 'rosa',
  }
  const max: Step = {
    title: 'somebody else',
    send: 'POST /Users',
    body: { ...minimal, userName: 'max@corp.example' },
    status: 201,
    save: 'max',
  }
  const guides: Step = {
    title: 'a group',
    send: 'POST /Groups',
    body: { schemas: [GROUP], displayName: 'Guides' },
    status: 201,
    save: 'guides',
  }

  test('3.5.2.1: adding', async () => {
    await walkAlone([
      rosa,
      max,
      guides,
      {
        title: '3.5.2.1 a member',
        send: 'PATCH /Groups/{guides}',
        body: patch({
          op: 'add',
          path: 'members',
          value: [{ display: 'Rosa Quintana', $ref: 'https://acme.example/api/scim/v2/Users/{rosa}', value: '{rosa}' }],
        }),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{rosa}' }] },
      },
      {
        title: '3.5.2.1 a member who is there already',
        send: 'PATCH /Groups/{guides}',
        body: patch({ op: 'add', path: 'members', value: [{ value: '{rosa}' }] }),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{rosa}' }] },
      },
      {
        title: 'a single value where several are possible is one of them',
        send: 'PATCH /Groups/{guides}',
        body: patch({ op: 'add', path: 'members', value: { value: '{max}' } }),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{rosa}' }, { value: '{max}' }] },
      },
      {
        title: '3.5.2.1 without a path, and with a name in another case',
        send: 'PATCH /Users/{rosa}',
        body: patch({
          op: 'add',
          value: { emails: [{ value: 'rosa@home.example', type: 'home' }], nickname: 'Rosita' },
        }),
        status: 200,
        is: {
          userName: 'rosa@corp.example',
          active: true,
          nickName: 'Rosita',
          addresses: full.addresses,
          emails: [full.emails[0], { value: 'rosa@home.example', type: 'home' }],
        },
      },
      {
        title: '3.5.2.1 a value that is there already is not there twice',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'add', path: 'emails', value: [{ value: 'rosa@home.example', type: 'home' }] }),
        status: 200,
        has: { emails: [full.emails[0], { value: 'rosa@home.example', type: 'home' }] },
      },
      {
        title: '3.5.2.1 to a complex attribute: its sub-attributes are added, others stay',
        send: 'PATCH /Users/{rosa}',
        body: patch(
          { op: 'add', path: 'name', value: { familyName: 'Quintana' } },
          { op: 'add', path: 'name', value: { givenName: 'Rosa' } },
        ),
        status: 200,
        has: { name: { familyName: 'Quintana', givenName: 'Rosa' } },
      },
      {
        title: '3.5.2.1 a single value is replaced',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'add', path: 'name.familyName', value: 'Quintana Lopez' }),
        status: 200,
        has: { name: { familyName: 'Quintana Lopez', givenName: 'Rosa' } },
      },
      {
        title: '3.5.2: a new primary value makes the former one no longer primary',
        send: 'PATCH /Users/{rosa}',
        body: patch({
          op: 'add',
          path: 'emails',
          value: [{ value: 'rosa@new.example', type: 'other', primary: true }],
        }),
        status: 200,
        has: {
          emails: [
            { value: 'rosa@corp.example', type: 'work', primary: false },
            { value: 'rosa@home.example', type: 'home' },
            { value: 'rosa@new.example', type: 'other', primary: true },
          ],
        },
      },
      {
        title: 'add needs a value',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'add', path: 'nickName' }),
        status: 400,
        has: { schemas: [ERROR], status: '400' },
      },
    ])
  })

  test('3.5.2.2: removing', async () => {
    await walkAlone([
      rosa,
      max,
      guides,
      {
        title: 'both are members',
        send: 'PUT /Groups/{guides}',
        body: { schemas: [GROUP], displayName: 'Guides', members: [{ value: '{rosa}' }, { value: '{max}' }] },
        status: 200,
      },
      {
        title: '3.5.2.2 one member',
        send: 'PATCH /Groups/{guides}',
        body: patch({ op: 'remove', path: 'members[value eq "{rosa}"]' }),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{max}' }] },
      },
      {
        title: '3.5.2.2 all members',
        send: 'PATCH /Groups/{guides}',
        body: patch({ op: 'remove', path: 'members' }),
        status: 204,
        is: { displayName: 'Guides' },
      },
      {
        title: '3.5.2.2 a member leaves and another comes',
        send: 'PATCH /Groups/{guides}',
        body: patch(
          { op: 'add', path: 'members', value: [{ value: '{rosa}' }] },
          { op: 'remove', path: 'members[value eq "{rosa}"]' },
          {
            op: 'add',
            path: 'members',
            value: [{ display: 'Max', $ref: 'https://acme.example/api/scim/v2/Users/{max}', value: '{max}' }],
          },
        ),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{max}' }] },
      },
      {
        title: 'addresses of several kinds',
        send: 'PATCH /Users/{rosa}',
        body: patch({
          op: 'replace',
          path: 'emails',
          value: [
            { value: 'rosa@example.com.example', type: 'work' },
            { value: 'rosa@home.example', type: 'home', primary: true },
            { value: 'rosa@example.com.example', type: 'other' },
          ],
        }),
        status: 200,
      },
      {
        title: '3.5.2.2 the values that a filter of two comparisons chooses',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com.example"]' }),
        status: 200,
        has: {
          emails: [
            { value: 'rosa@home.example', type: 'home', primary: true },
            { value: 'rosa@example.com.example', type: 'other' },
          ],
        },
      },
      {
        title: '3.5.2.2 a sub-attribute of the values that a filter chooses',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'addresses[type eq "work"].region' }),
        status: 200,
        has: { addresses: [without(full.addresses[0]!, 'region'), full.addresses[1]] },
      },
      {
        title: '3.5.2.2 a single value',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'NICKNAME' }, { op: 'remove', path: 'addresses' }),
        status: 200,
        lacks: ['nickName', 'addresses'],
      },
      {
        title: '3.5.2.2 what is not there',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'nickName' }),
        status: 200,
        lacks: ['nickName'],
      },
      {
        title: '3.5.2.2 without a path: noTarget',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove' }),
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'noTarget' },
      },
      {
        title: '3.5.2.2 a required attribute: mutability',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'userName' }),
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'mutability' },
      },
      {
        title: '3.5.2.2 a read-only attribute: mutability',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'remove', path: 'groups' }),
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'mutability' },
      },
    ])
  })

  test('3.5.2.3: replacing', async () => {
    const address = {
      type: 'work',
      streetAddress: '91 Quay Street',
      locality: 'Newtown',
      region: 'NT',
      postalCode: '20091',
      country: 'EX',
      formatted: '91 Quay Street\nNewtown, NT 20091 EX',
      primary: true,
    }
    await walkAlone([
      rosa,
      max,
      guides,
      {
        title: '3.5.2.3 all members',
        send: 'PATCH /Groups/{guides}',
        body: patch({
          op: 'replace',
          path: 'members',
          value: [
            { display: 'Rosa', $ref: 'https://acme.example/api/scim/v2/Users/{rosa}', value: '{rosa}' },
            { display: 'Max', $ref: 'https://acme.example/api/scim/v2/Users/{max}', value: '{max}' },
          ],
        }),
        status: 204,
        is: { displayName: 'Guides', members: [{ value: '{rosa}' }, { value: '{max}' }] },
      },
      {
        title: '3.5.2.3 the value that a filter chooses, as a whole',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'addresses[type eq "work"]', value: address }),
        status: 200,
        has: { addresses: [address, full.addresses[1]] },
      },
      {
        title: '3.5.2.3 a sub-attribute of it',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '10 Broad Avenue' }),
        status: 200,
        has: { addresses: [{ ...address, streetAddress: '10 Broad Avenue' }, full.addresses[1]] },
      },
      {
        title: '3.5.2.3 all values of one attribute, and a value of another, without a path',
        send: 'PATCH /Users/{rosa}',
        body: patch({
          op: 'replace',
          value: {
            emails: [
              { value: 'rosa@corp.example', type: 'work', primary: true },
              { value: 'rosita@home.example', type: 'home' },
            ],
            nickname: 'Rosita',
          },
        }),
        status: 200,
        has: {
          nickName: 'Rosita',
          emails: [
            { value: 'rosa@corp.example', type: 'work', primary: true },
            { value: 'rosita@home.example', type: 'home' },
          ],
        },
      },
      {
        title: '3.5.2.3 of a complex attribute: sub-attributes that are left out stay',
        send: 'PATCH /Users/{rosa}',
        body: patch(
          { op: 'replace', path: 'name', value: { familyName: 'Quintana', givenName: 'Rosa' } },
          { op: 'replace', path: 'name', value: { givenName: 'Rosalia' } },
        ),
        status: 200,
        has: { name: { familyName: 'Quintana', givenName: 'Rosalia' } },
      },
      {
        title: '3.5.2.3 what is not there is added',
        send: 'PATCH /Users/{rosa}',
        body: patch(
          { op: 'replace', path: 'title', value: 'Diver' },
          { op: 'replace', path: `${USER}:locale`, value: 'en' },
        ),
        status: 200,
        has: { title: 'Diver', locale: 'en' },
      },
      {
        title: '3.5.2.3 a sub-attribute of all values',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'addresses.country', value: 'XX' }),
        status: 200,
        has: { addresses: [{ country: 'XX' }, { country: 'XX' }] },
      },
      {
        title: '3.5.2.3 no value that the filter chooses: noTarget',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'addresses[type eq "other"]', value: address }),
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'noTarget' },
      },
      {
        title: '3.5.2: either all operations are applied or none',
        send: 'PATCH /Users/{rosa}',
        body: patch(
          { op: 'replace', path: 'title', value: 'Admiral' },
          { op: 'replace', path: 'addresses[type eq "other"]', value: address },
        ),
        status: 400,
      },
      { title: 'none was', send: 'GET /Users/{rosa}', status: 200, has: { title: 'Diver' } },
      {
        title: '3.12 a path that cannot be read',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'emails[type eq "work"', value: 'x' }),
        status: 400,
        has: { schemas: [ERROR], status: '400', scimType: 'invalidPath' },
      },
      {
        title: '3.12 a read-only attribute',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'id', value: 'x' }),
        status: 400,
        has: { schemas: [ERROR], scimType: 'mutability' },
      },
      {
        title: '3.12 a value of another type',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'replace', path: 'name', value: 'Rosa' }),
        status: 400,
        has: { schemas: [ERROR], scimType: 'invalidValue' },
      },
      {
        title: '3.12 an operation that does not exist',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'increase', path: 'title', value: 'x' }),
        status: 400,
        has: { schemas: [ERROR], scimType: 'invalidSyntax' },
      },
      {
        title: '3.5.2 no operations',
        send: 'PATCH /Users/{rosa}',
        body: patch(),
        status: 400,
        has: { schemas: [ERROR], scimType: 'invalidSyntax' },
      },
      {
        title: '3.5.2: the resource in the answer or nothing',
        send: 'PATCH /Users/{rosa}',
        body: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'title', value: 'Diver' }] },
        status: 200,
        has: { id: '{rosa}', title: 'Diver' },
      },
    ])
  })

  test('3.6: deleting', async () => {
    await walkAlone([
      rosa,
      guides,
      { title: '3.6', send: 'DELETE /Users/{rosa}', status: 204 },
      {
        title: '3.6 and 3.12: gone',
        send: 'GET /Users/{rosa}',
        status: 404,
        has: { schemas: [ERROR], status: '404', detail: 'Resource {rosa} not found' },
      },
      { title: '3.6 again', send: 'DELETE /Users/{rosa}', status: 404, has: { status: '404' } },
      { title: '3.6 PUT', send: 'PUT /Users/{rosa}', body: minimal, status: 404 },
      {
        title: '3.6 PATCH',
        send: 'PATCH /Users/{rosa}',
        body: patch({ op: 'add', value: { title: 'x' } }),
        status: 404,
        has: { schemas: [ERROR], status: '404' },
      },
      {
        title: '3.6 lists',
        send: 'GET /Users?filter=userName eq "rosa@corp.example"',
        status: 200,
        has: { totalResults: 0 },
      },
      { title: '3.6 "MUST NOT consider it in conflict": created again', ...again('rosa@corp.example') },
      { title: '3.6 a group', send: 'DELETE /Groups/{guides}', status: 204 },
      { title: '3.6 a group that is gone', send: 'GET /Groups/{guides}', status: 404, has: { status: '404' } },
      { title: 'an id of another kind', send: 'GET /Users/9876543210123456', status: 404, has: { schemas: [ERROR] } },
    ])
  })

  test('3.14: versions', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const saved = await walk(provider, [rosa])
    const read = await ask(provider, { method: 'GET', path: `/Users/${saved.get('rosa')}` })
    const version = read.headers.get('etag')!
    expect(version).toMatch(/^(W\/)?"[^"]+"$/)
    expect((read.body['meta'] as Json)['version']).toBe(version)
    app.clock.advance(1_000)
    await walk(provider, [
      {
        title: '3.14 not modified',
        send: `GET /Users/${saved.get('rosa')}`,
        headers: { 'if-none-match': version },
        status: 304,
      },
      {
        title: '3.14 a change of what was read',
        send: `PATCH /Users/${saved.get('rosa')}`,
        headers: { 'if-match': version },
        body: patch({ op: 'replace', path: 'title', value: 'Diver' }),
        status: 200,
      },
      {
        title: '3.14 modified',
        send: `GET /Users/${saved.get('rosa')}`,
        headers: { 'if-none-match': version },
        status: 200,
        has: { title: 'Diver' },
      },
      ...(['PUT', 'PATCH', 'DELETE'] as const).map((method): Step => ({
        title: `3.14 ${method} of a version that is no more`,
        send: `${method} /Users/${saved.get('rosa')}`,
        headers: { 'if-match': version },
        body: { PUT: minimal, PATCH: patch({ op: 'remove', path: 'title' }), DELETE: undefined }[method],
        status: 412,
        has: { schemas: [ERROR], status: '412' },
      })),
      {
        title: '3.14 any version',
        send: `PUT /Users/${saved.get('rosa')}`,
        headers: { 'if-match': '*' },
        body: minimal,
        status: 200,
      },
    ])
    const before = await ask(provider, { method: 'GET', path: `/Users/${saved.get('rosa')}` })
    app.clock.advance(1_000)
    await ask(provider, {
      method: 'PATCH',
      path: `/Users/${saved.get('rosa')}`,
      body: patch({ op: 'replace', path: 'userName', value: 'rosa@corp.example' }),
    })
    const after = await ask(provider, { method: 'GET', path: `/Users/${saved.get('rosa')}` })
    // RFC 7644, section 3.5.2.1: what changes nothing does not change when it was last modified.
    expect(after.body['meta']).toEqual(before.body['meta'])
  })
})

describe('RFC 7644, section 3.7: bulk', () => {
  const bulk = (Operations: readonly object[], more: object = {}) => ({ schemas: [BULK], ...more, Operations })
  const RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'

  test('3.7.3: operations of every kind', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const saved = await walk(
      provider,
      ['put', 'patch', 'delete'].map((name): Step => ({
        title: 'somebody',
        send: 'POST /Users',
        body: { ...minimal, userName: `${name}@corp.example` },
        status: 201,
        save: name,
      })),
    )
    const id = (name: string) => saved.get(name)!
    const location = (name: string) => `https://acme.example/api/scim/v2/Users/${id(name)}`
    const { status, body } = await ask(provider, {
      method: 'POST',
      path: '/Bulk',
      body: bulk(
        [
          { method: 'POST', path: '/Users', bulkId: 'qwerty', data: minimal },
          {
            method: 'PUT',
            path: `/Users/${id('put')}`,
            version: saved.get('put.version'),
            data: { ...minimal, userName: 'bob@corp.example' },
          },
          {
            method: 'PATCH',
            path: `/Users/${id('patch')}`,
            version: saved.get('patch.version'),
            data: patch(
              { op: 'replace', path: 'nickName', value: 'Dave' },
              { op: 'add', path: 'title', value: 'Diver' },
            ),
          },
          { method: 'DELETE', path: `/Users/${id('delete')}`, version: saved.get('delete.version') },
        ],
        { failOnErrors: 1 },
      ),
    })
    expect(status).toBe(200)
    expect(body['schemas']).toEqual([RESPONSE])
    expect(body['Operations']).toMatchObject([
      { method: 'POST', bulkId: 'qwerty', status: '201', location: expect.stringContaining('/Users/') },
      { method: 'PUT', status: '200', location: location('put') },
      { method: 'PATCH', status: expect.stringMatching(/^20[04]$/), location: location('patch') },
      { method: 'DELETE', status: '204', location: location('delete') },
    ])
    const list = await ask(provider, { method: 'GET', path: '/Users?sortBy=userName' })
    expect(resourcesOf(list.body)).toMatchObject([
      { userName: 'bob@corp.example' },
      { userName: 'patch@corp.example', nickName: 'Dave', title: 'Diver' },
      { userName: 'rosa@corp.example' },
    ])
    // A version that is no more fails that operation only.
    const stale = await ask(provider, {
      method: 'POST',
      path: '/Bulk',
      body: bulk([
        { method: 'DELETE', path: `/Users/${id('put')}`, version: 'W/"stale"' },
        { method: 'DELETE', path: `/Users/${id('patch')}` },
      ]),
    })
    expect(stale.body['Operations']).toMatchObject([
      { method: 'DELETE', status: '412', location: location('put'), response: { schemas: [ERROR], status: '412' } },
      { method: 'DELETE', status: '204' },
    ])
  })

  test('3.7.2: references to what is created in the same request', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const group = (displayName: string, ...ids: string[]) => ({
      schemas: [GROUP],
      displayName,
      members: ids.map((value) => ({ type: 'User', value: `bulkId:${value}` })),
    })
    const send = async (...operations: object[]) => {
      const { status, body } = await ask(provider, { method: 'POST', path: '/Bulk', body: bulk(operations) })
      expect(status).toBe(200)
      return body['Operations'] as Json[]
    }
    const post = (path: string, bulkId: string, data: object) => ({ method: 'POST', path, bulkId, data })
    const named = (userName: string, more: object = {}) => ({ schemas: [USER], userName, ...more })
    const idOf = (one: Json | undefined) => String(one?.['location']).split('/').at(-1)!
    // A user, and a group with the user.
    const both = await send(
      post('/Users', 'qwerty', named('alice@corp.example')),
      post('/Groups', 'ytrewq', group('Tour Guides', 'qwerty')),
    )
    expect(both).toMatchObject([{ status: '201' }, { status: '201' }])
    const guides = await ask(provider, { method: 'GET', path: `/Groups/${idOf(both[1])}` })
    expect(guides.body['members']).toMatchObject([{ value: idOf(both[0]) }])
    // The reference stands before what it refers to.
    const forward = await send(
      post('/Groups', 'g', group('Divers', 'u')),
      post('/Users', 'u', named('bea@corp.example')),
    )
    expect(forward).toMatchObject([
      { bulkId: 'g', status: '201' },
      { bulkId: 'u', status: '201' },
    ])
    // A manager, by the reference of an extension.
    const managed = await send(
      post('/Users', 'boss', named('boss@corp.example')),
      post('/Users', 'worker', {
        ...named('worker@corp.example'),
        schemas: [USER, ENTERPRISE],
        [ENTERPRISE]: { employeeNumber: '11250', manager: { value: 'bulkId:boss' } },
      }),
    )
    const worker = await ask(provider, { method: 'GET', path: `/Users/${idOf(managed[1])}` })
    expect(worker.body[ENTERPRISE]).toMatchObject({ manager: { value: idOf(managed[0]) } })
    // In paths, and within a PATCH.
    const paths = await send(
      post('/Users', 'a', named('carl@corp.example')),
      {
        method: 'PATCH',
        path: `/Groups/${idOf(both[1])}`,
        data: patch({ op: 'add', path: 'members', value: [{ value: 'bulkId:a' }] }),
      },
      { method: 'PATCH', path: '/Users/bulkId:a', data: patch({ op: 'add', path: 'title', value: 'Diver' }) },
    )
    expect(paths.map(({ status }) => String(status))).toEqual(['201', expect.stringMatching(/^20[04]$/), '200'])
    // A text that looks like a reference and is none stays as it is.
    const text = await send(post('/Users', 'b', named('dan@corp.example', { title: 'bulkId:a' })))
    const dan = await ask(provider, { method: 'GET', path: `/Users/${idOf(text[0])}` })
    expect(dan.body).toMatchObject({ title: 'bulkId:a' })
    // RFC 7644, section 3.7.1: what refers to each other is created or told to be a conflict; nothing else happens.
    const circular = await send(
      post('/Users', 'x', {
        ...named('xaver@corp.example'),
        schemas: [USER, ENTERPRISE],
        [ENTERPRISE]: { manager: { value: 'bulkId:y' } },
      }),
      post('/Users', 'y', {
        ...named('yara@corp.example'),
        schemas: [USER, ENTERPRISE],
        [ENTERPRISE]: { manager: { value: 'bulkId:x' } },
      }),
    )
    const statuses = circular.map(({ status }) => String(status))
    expect(statuses.every((one) => one === '201') || statuses.every((one) => one === '409')).toBe(true)
    // A reference to what does not exist.
    const dangling = await send(post('/Groups', 'd', group('Dangling', 'nobody')))
    expect(dangling).toMatchObject([{ status: expect.stringMatching(/^(400|409|412)$/) }])
  })

  test('3.7.3 and 3.7.4: errors, and how many', async () => {
    await using app = await scimApp()
    const provider = await connect(app)
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'a', data: { schemas: [USER], displayName: 'Without a name' } },
      { method: 'PATCH', path: '/Users/00000000-0000-4000-8000-000000000000', data: patch({ op: 'add', value: {} }) },
      { method: 'DELETE', path: '/Users/00000000-0000-4000-8000-000000000001' },
      { method: 'POST', path: '/Users', bulkId: 'b', data: minimal },
    ]
    const send = async (failOnErrors?: number) => {
      const { body, status } = await ask(provider, {
        method: 'POST',
        path: '/Bulk',
        body: bulk(Operations, failOnErrors === undefined ? {} : { failOnErrors }),
      })
      expect(status).toBe(200)
      return body['Operations'] as Json[]
    }
    const first = await send(1)
    expect(first).toMatchObject([
      {
        method: 'POST',
        bulkId: 'a',
        status: '400',
        response: { schemas: [ERROR], status: '400', scimType: 'invalidValue', detail: expect.any(String) },
      },
    ])
    expect(first[0]).not.toHaveProperty('location')
    expect(await send(2)).toHaveLength(2)
    expect((await send()).map(({ status }) => status)).toEqual(['400', '404', '404', '201'])
    const config = await ask(provider, { method: 'GET', path: '/ServiceProviderConfig' })
    const { maxOperations } = config.body['bulk'] as { maxOperations: number }
    const many = Array.from({ length: maxOperations + 1 }, (_, index) => ({
      method: 'POST',
      path: '/Groups',
      bulkId: `g${index}`,
      data: { schemas: [GROUP], displayName: `Group ${index}` },
    }))
    const tooMany = await ask(provider, { method: 'POST', path: '/Bulk', body: bulk(many) })
    expect(tooMany).toMatchObject({ status: 413, body: { schemas: [ERROR], status: '413' } })
    expect((await ask(provider, { method: 'GET', path: '/Groups?count=0' })).body).toMatchObject({ totalResults: 0 })
  })
})

test('RFC 7644, section 3.12: errors are told in the form of SCIM, whatever was wrong', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const shape = (status: string, scimType?: string) => ({
    status: Number(status),
    body: { schemas: [ERROR], status, detail: expect.any(String), ...(scimType && { scimType }) },
  })
  const send = (method: string, path: string, body?: unknown) =>
    ask(provider, { method, path, ...(body !== undefined && { body }) })
  expect.soft(await send('POST', '/Users', [])).toMatchObject(shape('400', 'invalidSyntax'))
  expect.soft(await send('POST', '/Users', 'text')).toMatchObject(shape('400', 'invalidSyntax'))
  expect.soft(await send('POST', '/Users', { schemas: [USER] })).toMatchObject(shape('400', 'invalidValue'))
  expect.soft(await send('POST', '/Users', { ...minimal, userName: 7 })).toMatchObject(shape('400', 'invalidValue'))
  expect
    .soft(await send('POST', '/Users', { ...minimal, title: 'x'.repeat(30_000) }))
    .toMatchObject(shape('400', 'invalidValue'))
  expect.soft(await send('POST', '/Groups', { schemas: [GROUP] })).toMatchObject(shape('400', 'invalidValue'))
  expect.soft(await send('GET', '/Users/none')).toMatchObject(shape('404'))
  expect.soft(await send('GET', '/Users?sortBy=nonsense')).toMatchObject(shape('400'))
  // Whoever authenticates is a service account, which is no resource (RFC 7644, section 3.11).
  expect.soft(await send('GET', '/Me')).toMatchObject(shape('404'))
  expect.soft(await send('GET', '/Devices')).toMatchObject(shape('404'))
  expect.soft(await send('DELETE', '/Users')).toMatchObject(shape('404'))
  expect.soft((await provider.get('/scim/v2/Me')).headers.get('content-type')).toMatch('application/scim+json')
  expect.soft(await send('POST', '/Bulk', {})).toMatchObject(shape('400', 'invalidSyntax'))
  const broken = await provider.fetch('/scim/v2/Users', {
    method: 'POST',
    headers: { 'content-type': 'application/scim+json' },
    body: '{"userName":',
  })
  expect.soft({ status: broken.status, body: await broken.json() }).toMatchObject(shape('400', 'invalidSyntax'))
})

/** An object without some of its attributes; objects at the end are added. */
function without(source: Json, ...names: (string | Json)[]): Json {
  const rest = Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
  return Object.assign(rest, ...names.filter((one) => typeof one === 'object')) as Json
}

function again(userName: string) {
  return { send: 'POST /Users', body: { ...minimal, userName }, status: 201 } as const
}
