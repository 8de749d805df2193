import { expect, test } from 'vitest'
import { isWritablePath, parsePath, readPath, writePath } from '../../../packages/core/src/rules/paths.ts'

const read = (root: unknown, path: string) => readPath(root, parsePath(path))
const write = (root: unknown, path: string, value: unknown) => writePath(root, parsePath(path), value)

test('dots and brackets address alike', () => {
  const data = { items: [{ quantity: 2 }, { quantity: 3 }], name: 'Ann' }
  expect(read(data, 'items[1].quantity')).toBe(3)
  expect(read(data, 'items.1.quantity')).toBe(3)
  expect(read(data, 'items.length')).toBe(2)
  expect(read(data, 'name.length')).toBe(3)
  expect(read(data, 'items[7].quantity')).toBeUndefined()
  expect(read(null, 'a.b')).toBeUndefined()
  expect(read({ a: null }, 'a.b')).toBeUndefined()
})

test('only own properties are seen', () => {
  for (const path of ['constructor', 'constructor.name', '__proto__', 'toString', 'a.constructor', 'list.map'])
    expect(read({ a: {}, list: [] }, path)).toBeUndefined()
  const polluted = Object.create({ admin: true }) as object
  expect(read(polluted, 'admin')).toBeUndefined()
  expect(read(JSON.parse('{"__proto__": {"x": 1}}'), '__proto__.x')).toBe(1)
})

test('a Date reads as text', () => {
  expect(read({ at: new Date(0) }, 'at')).toBe('1970-01-01T00:00:00.000Z')
  expect(read({ at: new Date(Number.NaN) }, 'at')).toBeNull()
})

test('writing copies what it changes and shares the rest', () => {
  const data = { a: { b: 1 }, list: [{ n: 1 }, { n: 2 }], other: {} }
  const changed = write(data, 'list[1].n', 5) as typeof data
  expect(changed).toEqual({ a: { b: 1 }, list: [{ n: 1 }, { n: 5 }], other: {} })
  expect(data.list[1]).toEqual({ n: 2 })
  expect(changed.other).toBe(data.other)
  expect(write(data, 'new.deep', 1)).toMatchObject({ new: { deep: 1 } })
  expect(write(data, 'list[2]', { n: 3 })).toMatchObject({ list: [{ n: 1 }, { n: 2 }, { n: 3 }] })
  expect(write(undefined, 'a', 1)).toEqual({ a: 1 })
})

test('writing never reaches prototypes, scalars or holes in arrays', () => {
  for (const path of [
    '__proto__.x',
    'a.__proto__',
    'constructor.prototype.x',
    'a.prototype',
    '',
    'a..b',
    'list[9]',
    'list.x',
    'name.x',
  ])
    expect(write({ a: {}, list: [1], name: 'Ann' }, path, 1)).toBeUndefined()
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  expect(isWritablePath(parsePath(Array.from({ length: 21 }).fill('a').join('.')))).toBe(false)
})
