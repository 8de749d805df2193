import { BlockList, isIPv6 } from 'node:net'

/**
 * Whether an address is on the public internet, that is, in no private, loopback, link-local (where cloud metadata services
 * live), shared, documentation, multicast or reserved range. For IPv6 only global unicast is accepted, without the prefixes
 * that embed IPv4 addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !CLOSED.check(address, 'ipv4')
  return GLOBAL.check(address, 'ipv6') && !CLOSED.check(address, 'ipv6')
}

const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

const CLOSED = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [network, bits] = range.split('/')
  CLOSED.addSubnet(network!, Number(bits), 'ipv4')
}
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']) {
  const [network, bits] = range.split('/')
  CLOSED.addSubnet(network!, Number(bits), 'ipv6')
}
