/** The urn of the core schema of users (RFC 7643, section 4.1). */
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
/** The urn of the core schema of groups (RFC 7643, section 4.2). */
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** The urn of the enterprise extension of users (RFC 7643, section 4.3). */
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** An attribute of a resource, with the characteristics of RFC 7643, section 2.2, as `/Schemas` shows them. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'binary'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly'
  readonly returned: 'always' | 'default' | 'never'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

/** The attributes that a urn stands for. */
export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** What a resource consists of: its own schema, and extensions that are kept under their urn. */
export interface ResourceSchema {
  readonly core: Schema
  readonly extensions: readonly Schema[]
}

const simple = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (name: string, description: string, subAttributes: readonly Attribute[]): Attribute =>
  simple(name, description, { type: 'complex', subAttributes })

/** An attribute with a list of values. */
const many = (attribute: Attribute): Attribute => ({ ...attribute, multiValued: true })

/** A list of values with a type, of which one can be the primary one (RFC 7643, section 2.4). */
const plural = (name: string, description: string, value: Partial<Attribute> = {}): Attribute =>
  many(
    complex(name, description, [
      simple('value', 'The value.', value),
      simple('display', 'How the value is shown to people.'),
      simple('type', 'What the value is for, such as work or home.'),
      simple('primary', 'Whether this is the preferred value. At most one is.', { type: 'boolean' }),
    ]),
  )

const text = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([name, description]) => simple(name, description))

const readOnly = { mutability: 'readOnly' } as const

/** Attributes of every resource (RFC 7643, section 3.1), which `/Schemas` does not list. */
export const COMMON: readonly Attribute[] = [
  simple('schemas', 'The schemas of the resource.', {
    ...readOnly,
    type: 'reference',
    multiValued: true,
    returned: 'always',
  }),
  simple('id', 'The id of the resource.', { ...readOnly, caseExact: true, returned: 'always', uniqueness: 'server' }),
  simple('externalId', 'The id of the resource at the provider.', { caseExact: true }),
  {
    ...complex('meta', 'When the resource was created and last changed, and its version.', [
      simple('resourceType', 'The type of the resource.', { ...readOnly, caseExact: true }),
      simple('created', 'When it was created.', { ...readOnly, type: 'dateTime' }),
      simple('lastModified', 'When it was last changed.', { ...readOnly, type: 'dateTime' }),
      simple('location', 'The address of the resource.', { ...readOnly, type: 'reference', caseExact: true }),
      simple('version', 'The entity tag of the resource.', { ...readOnly, caseExact: true }),
    ]),
    ...readOnly,
  },
]

const user: Schema = {
  id: USER,
  name: 'User',
  description: 'User Account',
  attributes: [
    simple('userName', 'The name by which the provider knows the person.', { required: true, uniqueness: 'server' }),
    complex(
      'name',
      'The components of the name.',
      text({
        formatted: 'The full name, for display.',
        familyName: 'The family name.',
        givenName: 'The given name.',
        middleName: 'The middle names.',
        honorificPrefix: 'Titles before the name.',
        honorificSuffix: 'Suffixes of the name.',
      }),
    ),
    simple('displayName', 'The name to show. It becomes the name of the account.'),
    simple('nickName', 'What people call the person.'),
    simple('profileUrl', 'The address of a page about the person.', {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    ...text({
      title: 'The job title.',
      userType: 'The relationship to the organization, such as contractor or employee.',
      preferredLanguage: 'The language, in the format of Accept-Language.',
      locale: 'The language and region, such as en-US.',
      timezone: 'The time zone, by its IANA name.',
    }),
    simple('active', 'Whether the person may sign in.', { type: 'boolean' }),
    simple('password', 'Ignored: people sign in by their provider, or choose a password by mail.', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    plural('emails', 'Email addresses. The primary one, or else the first, is the address of the account.'),
    plural('phoneNumbers', 'Telephone numbers.'),
    plural('ims', 'Addresses for instant messages.'),
    plural('photos', 'Addresses of pictures.', { type: 'reference', referenceTypes: ['external'] }),
    many(
      complex('addresses', 'Postal addresses.', [
        ...text({
          formatted: 'The address as it is written on a letter.',
          streetAddress: 'The street, with the number of the house.',
          locality: 'The city.',
          region: 'The state or region.',
          postalCode: 'The postal code.',
          country: 'The country, as two letters of ISO 3166-1.',
          type: 'What the address is for, such as work or home.',
        }),
        simple('primary', 'Whether this is the preferred address. At most one is.', { type: 'boolean' }),
      ]),
    ),
    {
      ...complex('groups', 'The groups of the person. They change with the groups.', [
        simple('value', 'The id of the group.', readOnly),
        simple('$ref', 'The address of the group.', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
        simple('display', 'The name of the group.', readOnly),
        simple('type', 'Always direct: groups contain people only.', { ...readOnly, canonicalValues: ['direct'] }),
      ]),
      ...readOnly,
      multiValued: true,
    },
    plural('entitlements', 'What the person is entitled to, as the provider says. It grants nothing here.'),
    plural('roles', 'The roles of the person, as the provider says. They grant nothing here; roles come from groups.'),
    plural('x509Certificates', 'Certificates, as DER in Base64.', { type: 'binary', caseExact: true }),
  ],
}

const enterprise: Schema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    ...text({
      employeeNumber: 'The number of the person in the organization.',
      costCenter: 'The cost center.',
      organization: 'The organization.',
      division: 'The division.',
      department: 'The department.',
    }),
    complex('manager', 'The manager of the person.', [
      simple('value', 'The id of the manager.'),
      simple('$ref', 'The address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
      simple('displayName', 'The name of the manager.'),
    ]),
  ],
}

const group: Schema = {
  id: GROUP,
  name: 'Group',
  description: 'Group',
  attributes: [
    simple('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    many(
      complex('members', 'The people in the group.', [
        simple('value', 'The id of the person.', { mutability: 'immutable' }),
        simple('$ref', 'The address of the person.', {
          type: 'reference',
          mutability: 'immutable',
          referenceTypes: ['User'],
        }),
        simple('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
        simple('display', 'The name of the person.', { mutability: 'immutable' }),
      ]),
    ),
  ],
}

export const USERS: ResourceSchema = { core: user, extensions: [enterprise] }
export const GROUPS: ResourceSchema = { core: group, extensions: [] }

/** Finds an attribute by its name, in any case (RFC 7643, section 2.1). Names sent by clients are only ever compared with declared ones. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  if (attributes.length === 0) return undefined
  let byName = indexes.get(attributes)
  if (!byName) {
    byName = new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), attribute]))
    indexes.set(attributes, byName)
  }
  return byName.get(name) ?? byName.get(name.toLowerCase())
}

/** Declared attributes by their names in lower case. */
const indexes = new WeakMap<readonly Attribute[], ReadonlyMap<string, Attribute>>()
