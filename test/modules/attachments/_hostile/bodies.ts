import type { Random } from './random.ts'

/** The body of a request that is wrong, and what its header says of it. */
export interface HostileBody {
  readonly what: string
  readonly type: string
  readonly body: Buffer
}

const BOUNDARY = 'b0undary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (head: string, value: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`
const FILE_HEAD = 'content-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain'
const RECORD = field('entityId', 'shop:order') + field('recordId', '1')
const END = `--${BOUNDARY}--\r\n`
const WHOLE = Buffer.from(RECORD + file(FILE_HEAD, 'hello'.repeat(40)) + END)

/** Forms that are cut or damaged anywhere; and those that lie about their parts, or have too many or too large ones. */
export function bodies(random: Random): Readonly<Record<'damaged' | 'built', readonly HostileBody[]>> {
  const cut = Array.from({ length: 80 }, () => ({ what: 'cut', type: TYPE, body: random.cut(WHOLE) }))
  const damaged = Array.from({ length: 40 }, () => ({ what: 'damaged', type: TYPE, body: random.damage(WHOLE) }))
  const types = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(5000)}`,
    'multipart/form-data; boundary=other',
    'multipart/mixed; boundary=b0undary',
    'text/plain',
    'multipart/form-data; boundary="b0undary',
    `${TYPE}; boundary=other`,
    'application/x-www-form-urlencoded',
    'multipart/form-data; charset=utf-7',
  ]
  const mistyped = types.map((type) => ({ what: 'of a wrong type', type, body: WHOLE }))
  const built = [
    Array.from({ length: 10_000 }, (_, index) => field(`f${index}`, '')).join(''),
    Array.from({ length: 10_000 }, () => file(FILE_HEAD, '')).join('') + RECORD,
    field('entityId', 'x'.repeat(100_000)),
    field('x'.repeat(100_000), 'y'),
    file(FILE_HEAD.replace('a.txt', 'a'.repeat(100_000)), 'x') + RECORD,
    file(`${FILE_HEAD}\r\n${'x-a: b\r\n'.repeat(5000)}`, 'x') + RECORD,
    file('content-disposition: form-data; name="file"', 'a file without a name') + RECORD,
    file('content-type: text/plain', 'a file without a disposition') + RECORD,
    file('content-disposition: attachment; filename="a"', 'x') + RECORD,
    RECORD + RECORD + file(FILE_HEAD, 'one') + file(FILE_HEAD, 'two'),
    RECORD + field('__proto__', '{"isPublic":true}') + field('constructor', 'x') + file(FILE_HEAD, 'x'),
    RECORD + field('tags', `[${'['.repeat(20_000)}`) + file(FILE_HEAD, 'x'),
    RECORD + field('tags', JSON.stringify(Array.from({ length: 5000 }, String))) + file(FILE_HEAD, 'x'),
    RECORD + field('tags', '\0,\u202e,a') + file(FILE_HEAD, 'x'),
    RECORD + field('assignments', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) + file(FILE_HEAD, 'x'),
    RECORD +
      field('assignments', JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ type: 'a', id: `${id}` })))) +
      file(FILE_HEAD, 'x'),
    RECORD + field('assignments', '[{"type":"a\\u0000","id":"\\ud800"}]') + file(FILE_HEAD, 'x'),
    RECORD + field('partitionCode', '../../etc') + file(FILE_HEAD, 'x'),
    RECORD + field('partitionCode', '\0') + file(FILE_HEAD, 'x'),
    RECORD + field('tenantId', '99999999-9999-4999-8999-999999999999') + file(FILE_HEAD, 'x'),
    field('entityId', '\0') + field('recordId', '\ud800') + file(FILE_HEAD, 'x'),
    field('entityId', "'; drop table attachments; --") + field('recordId', '1') + file(FILE_HEAD, 'x'),
    RECORD + file(FILE_HEAD, 'x'.repeat(2_500_000)),
    RECORD + field('file', 'a field in the place of the file'),
    file(`${FILE_HEAD}\r\ncontent-transfer-encoding: base64`, '!!!!') + RECORD,
    '',
    '\r\n'.repeat(50_000),
  ].map((body) => ({ what: `${body.slice(0, 90)} … ${body.slice(-200)}`, type: TYPE, body: Buffer.from(body + END) }))
  return { damaged: [...cut, ...damaged], built: [...mistyped, ...built] }
}
