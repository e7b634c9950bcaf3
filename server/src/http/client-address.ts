import { BlockList, isIP } from 'node:net';

/**
 * Determines the client's address. Trusts `X-Forwarded-For` only as far as configured proxies wrote
 * it: read from the right, the first address that is not one of them is the client's. The rest of
 * the header is the client's own choice.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    trusted.addSubnet(
      address,
      bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits),
      family,
    );
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return function clientAddress(socketAddress: string, forwardedFor: string | undefined): string {
    let client = plain(socketAddress);
    const hops = forwardedFor?.split(',').map((hop) => plain(hop.trim())) ?? [];
    while (isTrusted(client)) {
      const previous = hops.pop();
      if (previous === undefined || isIP(previous) === 0) break;
      client = previous;
    }
    return client;
  };
}

/** IPv4 mapped to IPv6 is the same host. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The first groups of an IPv6 address, and how many bits they have, as the name of a network. */
function networkOf(address: string, groups: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const all = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  return `${all
    .slice(0, groups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/${16 * groups}`;
}

/**
 * The address that limits count by. For IPv6 that is the /64, because one customer controls a whole
 * /64.
 */
export function addressGroup(address: string): string {
  return isIP(address) === 6 ? networkOf(address, 4) : address;
}

/** The /48 of an IPv6 address, which a provider gives to a site. `null` for others. */
export function siteNetwork(address: string): string | null {
  return isIP(address) === 6 ? networkOf(address, 3) : null;
}
