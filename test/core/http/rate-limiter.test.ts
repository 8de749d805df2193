import { expect, test } from 'vitest'
import { clientAddress, networkOf } from '../../../packages/core/src/http/client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51422', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '10.0.0.1'],
  ['999.1.1.1', '10.0.0.1'],
  ['203.0.113.7:port', '10.0.0.1'],
  ['', '10.0.0.1'],
])('a trusted proxy that names %j means %s', (entry, address) => {
  const headers = new Headers({ 'x-forwarded-for': `198.51.100.9, ${entry}, 192.0.2.1` })
  expect(clientAddress(new Headers({ 'x-forwarded-for': entry }), '10.0.0.1', 1)).toBe(address)
  if (entry !== '') expect(clientAddress(headers, '10.0.0.1', 2)).toBe(address)
  expect(clientAddress(headers, '10.0.0.1', 0)).toBe('10.0.0.1')
})
