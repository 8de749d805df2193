import fc from 'fast-check'

const nested = (depth: number, inside: unknown = 1): unknown =>
  depth === 0 ? inside : { a: nested(depth - 1, inside) }

/** Values that are known to break servers. */
const notorious: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  -0,
  1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  'ß'.repeat(300),
  '💥'.repeat(5_000),
  'a'.repeat(100_000),
  "'; drop table users; --",
  '%\\_',
  '../../../../etc/passwd',
  'text\r\nset-cookie: stolen=1',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '2026-02-30T25:61:61Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'A0000000-0000-4000-8000-000000000000',
  'a0000000-0000-4000-8000-000000000000\n',
  [],
  {},
  [[]],
  [null],
  ['a', 'a'],
  Array.from({ length: 2_000 }, (_, index) => index),
  nested(100),
  JSON.parse('{"__proto__":{"isSuperAdmin":true}}'),
  { constructor: { prototype: { isSuperAdmin: true } } },
  { toString: 'no', valueOf: 1, hasOwnProperty: null },
  { $ne: null },
  { $gt: '' },
]

/** A value of an unexpected type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...notorious), weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
)

/** Hostile text for properties that expect an identifier or an enum value. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...notorious.filter((value) => typeof value === 'string' && value.length < 2_000)),
  fc.constantFrom('[object Object]', '__proto__', '-1', '1e9', '0x10', '*', '__all__', "' or 1=1 --"),
  fc.string({ unit: 'binary', maxLength: 40 }),
) as fc.Arbitrary<string>

const bytes = (...values: number[]) => Uint8Array.from(values)

/** Bodies that do not match their content type. */
export const brokenBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":1}{"b":2}',
    'null',
    'true',
    '42',
    '"text"',
    '[]',
    '[{}]',
    'NaN',
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"tenantId":null,"tenantId":"x"}',
    '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
    '['.repeat(10_000) + ']'.repeat(10_000),
    '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    '['.repeat(50_000),
    '1'.repeat(10_000),
    '1e' + '9'.repeat(1_000),
    bytes(0xff, 0xfe, 0x7b, 0x7d),
    bytes(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d),
    bytes(0xed, 0xa0, 0x80),
    bytes(0x1f, 0x8b, 0x08, 0x00),
    bytes(0, 0, 0, 0),
  ),
  fc.uint8Array({ maxLength: 200 }).map((values) => Uint8Array.from(values)),
)
