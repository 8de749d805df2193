import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { idFrom } from '../_frame/visitor.ts'

const VERSIONS = ['1', '2', '3', '4', '5', '6', '7', '8']
const unknownId = (version: string, variant = 'a') => `11111111-1111-${version}111-${variant}111-111111111111`

const addresses = {
  good: [
    'r&d@example.com',
    'a/b=c@example.com',
    'a@xn--e1afmkfd.xn--p1ai',
    'a@example.com',
    'a.b@example.com',
    'a+b@example.co.uk',
    'A.C@Example.com',
    'a_b@sub.example.org',
    'a-b@ex-ample.com',
    '1@example.io',
    "o'neil@example.com",
  ],
  bad: [
    '',
    'x',
    'a@b',
    'a@b.c',
    '@example.com',
    'a@',
    'a b@example.com',
    '.a@example.com',
    'a..b@example.com',
    'ä@example.com',
    ' a@example.com',
    'a@example.com ',
    'a@exa mple.com',
    'a@example..com',
    'a@@example.com',
  ],
}

export const validation = group(
  'Validation',
  {
    async scenario({ admin, organizationId }) {
      return {
        userId: await idFrom(
          admin.post('/auth/users', { email: 'changing@acme.com', password: 'Secret-123', organizationId }),
        ),
      }
    },
  },
  {
    'Validation primitives: issues': ({ admin, organizationId }) => {
      const create = (fields: object) =>
        admin.post('/auth/users', { email: 'x@acme.com', password: 'Secret-123', organizationId, ...fields })
      const issue = (one: object) => exactly({ error: 'Invalid input', details: [one as never] })
      const name = (text: unknown) => admin.post('/auth/roles', { name: text })
      return [
        says(
          'a missing member',
          create({ email: undefined }),
          400,
          issue({
            expected: 'string',
            code: 'invalid_type',
            path: ['email'],
            message: 'Invalid input: expected string, received undefined',
          }),
        ),
        ...(
          [
            [1, 'number'],
            [true, 'boolean'],
            [null, 'null'],
            [[], 'array'],
            [{}, 'object'],
          ] as const
        ).map(([value, type]) =>
          says(
            `a member that is ${type}`,
            create({ email: value }),
            400,
            issue({
              expected: 'string',
              code: 'invalid_type',
              path: ['email'],
              message: `Invalid input: expected string, received ${type}`,
            }),
          ),
        ),
        says(
          'an e-mail address',
          create({ email: 'x' }),
          400,
          issue({
            origin: 'string',
            code: 'invalid_format',
            format: 'email',
            pattern: /^\/.+\/$/,
            path: ['email'],
            message: 'Invalid email address',
          }),
        ),
        says('a uuid', create({ organizationId: 'x' }), 400, {
          error: 'Invalid input',
          details: [
            {
              origin: 'string',
              code: 'invalid_format',
              format: 'uuid',
              path: ['organizationId'],
              message: 'Invalid UUID',
            },
          ],
        }),
        says(
          'too short',
          name('a'),
          400,
          issue({
            origin: 'string',
            code: 'too_small',
            minimum: 2,
            inclusive: true,
            path: ['name'],
            message: 'Too small: expected string to have >=2 characters',
          }),
        ),
        says(
          'too long',
          name('a'.repeat(101)),
          400,
          issue({
            origin: 'string',
            code: 'too_big',
            maximum: 100,
            inclusive: true,
            path: ['name'],
            message: 'Too big: expected string to have <=100 characters',
          }),
        ),
        says('as short as may be', name('ab'), 201, { id: uuid }),
        says('as long as may be', name('a'.repeat(100)), 201, { id: uuid }),
        says('all issues at once', create({ email: 1, organizationId: 2, roles: 3 }), 400, {
          details: [{ path: ['email'] }, { path: ['organizationId'] }, { path: ['roles'] }],
        }),
        says('unknown members are ignored', admin.post('/auth/roles', { name: 'Known', unknown: 1, id: 'x' }), 201, {
          id: uuid,
        }),
      ]
    },

    'Validation primitives: e-mail addresses': ({ admin, organizationId }) => [
      ...addresses.good.map((email) =>
        says(`${email} is one`, admin.post('/auth/users', { email, password: 'Secret-123', organizationId }), 201, {
          id: uuid,
        }),
      ),
      ...addresses.bad.map((email) =>
        says(`"${email}" is none`, admin.post('/auth/users', { email, password: 'Secret-123', organizationId }), 400, {
          error: 'Invalid input',
          details: [{ path: ['email'] }],
        }),
      ),
    ],

    'Validation primitives: uuids': ({ admin, organizationId }) => {
      const create = (id: string) =>
        admin.post('/auth/users', { email: 'u@acme.com', password: 'Secret-123', organizationId: id })
      return [
        ...VERSIONS.map((version) =>
          says(`version ${version} is one`, create(unknownId(version)), 400, 'Organization not found'),
        ),
        ...['8', '9', 'a', 'b'].map((variant) =>
          says(`variant ${variant} is one`, create(unknownId('4', variant)), 400, 'Organization not found'),
        ),
        says('nil is one', create('00000000-0000-0000-0000-000000000000'), 400, 'Organization not found'),
        says('all f is one', create('ffffffff-ffff-ffff-ffff-ffffffffffff'), 400, 'Organization not found'),
        says('upper case is one', create(organizationId.toUpperCase()), 201, { id: uuid }),
        ...[
          '11111111-1111-1111-1111-111111111111',
          unknownId('9'),
          unknownId('0'),
          unknownId('4', 'c'),
          unknownId('4', '7'),
          'x',
          '',
          `{${unknownId('4')}}`,
          unknownId('4').replaceAll('-', ''),
          `${unknownId('4')} `,
        ].map((id) =>
          says(`"${id}" is none`, create(id), 400, {
            error: 'Invalid input',
            details: [{ path: ['organizationId'], message: 'Invalid UUID' }],
          }),
        ),
      ]
    },

    'Validation primitives: numbers in queries': ({ admin }) =>
      ['/auth/users', '/auth/roles'].flatMap((path) =>
        (
          [
            ['page=1.5', { page: 1 }],
            ['page=0', { page: 1 }],
            ['page=-1', { page: 1 }],
            ['page=x', { page: 1 }],
            ['page=', { page: 1 }],
            ['page=2', { page: 2 }],
            ['pageSize=0', { pageSize: 50 }],
            ['pageSize=1', { pageSize: 1 }],
            ['pageSize=1.9', { pageSize: 1 }],
            ['pageSize=100', { pageSize: 100 }],
            ['pageSize=101', { pageSize: 100 }],
            ['pageSize=1000', { pageSize: 100 }],
            ['pageSize=x', { pageSize: 50 }],
            ['pageSize=-5', { pageSize: 1 }],
          ] as const
        ).map(([query, body]) => says(`${path}?${query}`, admin.get(`${path}?${query}`), 200, body)),
      ),
  },
)
