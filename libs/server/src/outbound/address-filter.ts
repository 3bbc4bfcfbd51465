import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** Ranges that the registries count as ordinary addresses and that lead to the own machine or its host all the same. */
const ALSO_REFUSED = [
  // IPv4-compatible IPv6 (RFC 4291 2.5.5.1): an IPv4 address in other clothes.
  '::/96',
  // Site-local IPv6 (RFC 3879).
  'fec0::/10',
  // Metadata of Azure.
  '168.63.129.16/32',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Which addresses the control plane may connect to: ordinary public ones, and what is allowed besides. Loopback,
 * private, link-local (with the metadata services of clouds), carrier, multicast, reserved and translated addresses are
 * refused, in IPv4, IPv6 and IPv4 inside of IPv6.
 */
export class AddressFilter {
  private readonly ranges: [Address, number][];
  private readonly hosts: ReadonlySet<string>;

  /** @param allow addresses, ranges (CIDR) and host names that are allowed besides, as in `SWITCHYARD_OUTBOUND_ALLOW` */
  constructor(allow: readonly string[] = []) {
    this.ranges = allow.map(parseRange).filter((range) => range !== undefined);
    this.hosts = new Set(allow.filter((entry) => !parseRange(entry)).map(normalHost));
  }

  /** True for a numeric address that may be connected to. An unreadable address is refused. */
  permits(text: string): boolean {
    if (!ipaddr.isValid(text)) {
      return false;
    }
    const address = ipaddr.process(text);
    return isIn(address, this.ranges) || (address.range() === 'unicast' && !isIn(address, ALSO_REFUSED));
  }

  /** True for a name whose addresses are not checked. */
  permitsHost(name: string): boolean {
    return this.hosts.has(normalHost(name));
  }
}

function parseRange(text: string): [Address, number] | undefined {
  if (ipaddr.isValidCIDR(text)) {
    return ipaddr.parseCIDR(text);
  }
  const plain = ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
  return plain ? [ipaddr.process(text), ipaddr.process(text).kind() === 'ipv4' ? 32 : 128] : undefined;
}

const isIn = (address: Address, ranges: readonly [Address, number][]): boolean =>
  ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

const normalHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');
