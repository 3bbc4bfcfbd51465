import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name the network; the rest its owner chooses freely. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Returns the network by which the tries of a sender are counted: an IPv4 address, also one in IPv6 form, or the /64
 * network of an IPv6 address (RFC 4291, 2.5.1), since the holder of one of its addresses has all of them.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const [head = '', tail = ''] = address.toLowerCase().replace(/%.*/, '').split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
