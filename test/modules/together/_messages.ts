import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

// Messages of errors are not declared, so they are looked for where they are thrown.

/** Functions that make errors of requests, and which of their arguments is the message. */
const ERRORS: Readonly<Record<string, number>> = {
  badInput: 0,
  conflict: 0,
  forbidden: 0,
  refused: 0,
  unauthenticated: 0,
  notFound: 0,
  toIdRefusal: 0,
  invalidMember: 1,
  memberError: 1,
  PlatformError: 1,
  Fault: 0,
  // Of single files.
  invalid: 1,
  refuse: 1,
  ReadingError: 1,
  problem: 0,
  unreadable: 0,
}

/** Methods of schemas that take a message as their second argument. */
const CHECKS: ReadonlySet<string> = new Set(['check', 'email', 'length', 'max', 'min', 'refine', 'regex'])

const ROOTS = ['packages/core/src', ...readdirSync('packages/modules').map((name) => `packages/modules/${name}/src`)]

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(({ name, parentPath }) => {
    const path = join(parentPath, name)
    if (name.endsWith('.ts')) return [path]
    return name.includes('.') || name === 'testing' ? [] : files(path)
  })

interface Syntax {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly [member: string]: unknown
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

function collect(value: unknown, found: Syntax[] = []): readonly Syntax[] {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  if (!isSyntax(value)) return found
  if (OF_INTEREST.has(value.type)) found.push(value)
  for (const name in value) if (typeof value[name] === 'object') collect(value[name], found)
  return found
}

const OF_INTEREST: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'ObjectExpression',
  'Property',
  'VariableDeclarator',
])

/** The texts that an expression can be, with `…` for values. */
function textsOf(expression: unknown, constants: ReadonlyMap<string, unknown>): readonly string[] {
  if (!isSyntax(expression)) return []
  const { type, name, value, consequent, alternate, quasis } = expression
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'Identifier') return textsOf(constants.get(name!), constants)
  if (type === 'ConditionalExpression') return [consequent, alternate].flatMap((one) => textsOf(one, constants))
  if (type !== 'TemplateLiteral') return []
  return [(quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…')]
}

/** What the test of a connection has found, `{ outcome: 'failed', message: 'No domain is proven' }`, and why something was stopped. */
function toFinding({ properties }: Readonly<Record<string, unknown>>, constants: ReadonlyMap<string, unknown>) {
  const named = (name: string) =>
    (properties as Syntax[]).find(({ key }) => isSyntax(key) && key.name === name)?.value as Syntax | undefined
  const message = named('message')
  const isFound = named('outcome') !== undefined || named('field') !== undefined
  const because = (named('status') ?? named('id')) && named('because')
  return [...(isFound ? textsOf(message, constants) : []), ...textsOf(because, constants)]
}

const OUTCOMES: ReadonlySet<unknown> = new Set(['passed', 'warning', 'failed'])

/** The messages in the source of the core and of all modules. */
function messagesOfSource(): ReadonlySet<string> {
  const syntax = ROOTS.flatMap(files).flatMap((file) =>
    collect(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body),
  )
  const constants = new Map(
    syntax.flatMap(({ type, id, init }) => {
      const isConstant = type === 'VariableDeclarator' && isSyntax(init) && init.type.endsWith('Literal')
      return isConstant && isSyntax(id) && id.name === id.name?.toUpperCase() ? [[id.name!, init] as const] : []
    }),
  )
  const textsIn = ({ type, callee, key, value, id, init, ...node }: Syntax): readonly string[] => {
    if (type === 'VariableDeclarator') return isSyntax(id) && id.name === 'message' ? textsOf(init, constants) : []
    if (type === 'Property' && isSyntax(key) && key.name === 'fieldErrors' && isSyntax(value))
      return ((value['properties'] ?? []) as Syntax[]).flatMap((property) => textsOf(property.value, constants))
    if (type === 'Property' && isSyntax(key) && key.name === 'problem') return textsOf(value, constants)
    if (type === 'ObjectExpression') return toFinding(node, constants)
    if ((type !== 'CallExpression' && type !== 'NewExpression') || !isSyntax(callee)) return []
    const called = callee.name ?? (isSyntax(callee['property']) ? callee['property'].name : undefined) ?? ''
    const args = node['arguments'] as Syntax[]
    if (CHECKS.has(called)) return textsOf(args[1], constants)
    if (called === 'set' && isSyntax(callee['object']) && callee['object'].name === 'problems')
      return textsOf(args[1], constants)
    if (called === 'add' && OUTCOMES.has(args[1]?.value)) return textsOf(args[2], constants)
    if (!Object.hasOwn(ERRORS, called)) return []
    if (called === 'PlatformError' && ['broken_setup', 'failed'].includes(String(args[0]?.value))) return []
    const texts = textsOf(args[ERRORS[called]!], constants)
    return called === 'notFound' ? texts.map((text) => `${text} not found`) : texts
  }
  return new Set(syntax.flatMap(textsIn))
}

/** What errors of the core and of all modules say, with `x1` for values. */
export function messagesOfErrors(): readonly string[] {
  return [...messagesOfSource()]
    .filter((text) => /\p{L}{2}/u.test(text) && !OF_PROTOCOLS.has(text))
    .flatMap((text) => COMPLETE[text] ?? [text.replaceAll('…', 'x1')])
}

/** Messages that need certain words. */
const COMPLETE: Readonly<Record<string, readonly string[]>> = {
  "'…' is compared with …": [
    'an id',
    'a text of at most 1000 characters',
    'an integer',
    'a number',
    'a number of at most 9007199254740991',
    'true or false',
    'a date and time',
    'a date: 2026-01-31',
    'a text, a number, or true or false',
  ].map((kind) => `'x1' is compared with ${kind}`),
  '… not found': ['Role not found'],
  'Rows… cannot be restored: …': ['Rows of roles cannot be restored: x1'],
  'Webhooks may not go to …; …': ['Webhooks may not go to x1; this host allows none'],
  'There is no such …': ['There is no such user', 'There is no such team', 'There is no such role'],
  'You cannot … users who have more permissions than you.': [
    'You cannot end links of users who have more permissions than you.',
    'You cannot change who is trusted to name people with users who have more permissions than you.',
    'You cannot change where exports go of users who have more permissions than you.',
  ],
  'You cannot … a user who has more permissions than you.': [
    'You cannot change the credentials of a user who has more permissions than you.',
    'You cannot end the sessions of a user who has more permissions than you.',
    'You cannot move a user who has more permissions than you.',
    'You cannot view as a user who has more permissions than you.',
  ],
  'The features and organizations of … may take at most … bytes': [
    'The features and organizations of a role or account may take at most 1 bytes',
    'The features and organizations of all roles of one account or key may take at most 1 bytes',
    'The features and organizations of all roles of one account may take at most 1 bytes',
    'The features and organizations of all roles and accounts may take at most 1 bytes',
  ],
  'This dictionary is required and cannot be ….': [
    'This dictionary is required and cannot be modified.',
    'This dictionary is required and cannot be deleted.',
  ],
  '… confined to this organization and would be locked out. Delete it with confirm=true instead.': [
    '1 account is confined to this organization and would be locked out. Delete it with confirm=true instead.',
    '22 accounts are confined to this organization and would be locked out. Delete it with confirm=true instead.',
  ],
  '… confined to this organization and would be locked out. Send confirm=true to delete it.': [
    '1 account is confined to this organization and would be locked out. Send confirm=true to delete it.',
    '22 accounts are confined to this organization and would be locked out. Send confirm=true to delete it.',
  ],
  '… is too long: is a quote missing?': [
    'Line 22 is too long: is a quote missing?',
    'The file is too long: is a quote missing?',
  ],
  '… has a quote in the wrong place': [
    'Line 22 has a quote in the wrong place',
    'The file has a quote in the wrong place',
  ],
}

/** Words of protocols, and what only programs that speak one run into. */
const OF_PROTOCOLS: ReadonlySet<string> = new Set([
  'The path is not normalized',
  'ipv4',
  'ipv6',
  'The database cannot be reached',
  // Existing clients read these words in front of a condition's problems.
  'Validation failed: …',
  // MCP
  'Unknown host',
  'Unknown origin',
  'Request payload too large (max 1MB)',
  'SESSION_EXPIRED',
  'DECLINED',
  'CONFIRMATION_REQUIRED',
  // OAuth
  'invalid_request',
  'unsupported_grant_type',
  'invalid_client',
  'invalid_scope',
  // tus
  'The data does not match Upload-Checksum',
  'Upload-Checksum must be an algorithm and a checksum in Base64',
  'Upload-Checksum may use …',
  'The content type must be …',
  'Upload-Offset does not match the offset of the upload',
  'Tus-Resumable must be …',
  '… is not supported; Tus-Extension names what is: …',
  '… must be a number of bytes',
  'Upload-Metadata may have at most … characters',
  'Upload-Metadata may have at most … names',
  'Upload-Metadata must be names with values in Base64',
])
