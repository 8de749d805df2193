import { expect, test } from 'vitest'
import { readInvited, toLine } from '../../packages/console/client/lib/invited-people.ts'

test('people are read from what is pasted, and from CSV files', () => {
  const text = [
    'E-mail;Name',
    'ada@example.com;Ada Lovelace',
    '"Hopper, Grace" <Grace@example.com>',
    '',
    'bo@example.com, cy@example.com',
    'ada@example.com',
    'nobody at all',
  ].join('\r\n')
  const { people, faulty } = readInvited(text)
  expect(people).toEqual([
    { email: 'ada@example.com', name: 'Ada Lovelace' },
    { email: 'grace@example.com', name: 'Hopper Grace' },
    { email: 'bo@example.com' },
    { email: 'cy@example.com' },
  ])
  expect(faulty).toEqual(['nobody at all'])
  // What is left of a list is read as it was.
  expect(readInvited(people.map(toLine).join('\n')).people).toEqual(people)
  expect(readInvited('Ada').faulty).toEqual(['Ada'])
})
