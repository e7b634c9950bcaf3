import { describe, expect, test } from 'vitest';
import { addressGroup, createClientAddress, siteNetwork } from './client-address.ts';

describe('the client address', () => {
  test('is the socket when no proxy is configured, whatever the header says', () => {
    const clientAddress = createClientAddress([]);
    expect(clientAddress('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
  });

  test('is what the trusted proxy saw, not what the client wrote before it', () => {
    const clientAddress = createClientAddress(['10.0.0.0/8']);
    expect(clientAddress('10.1.2.3', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(clientAddress('::ffff:10.1.2.3', '203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
  });

  test('is the socket when an untrusted host sends the header', () => {
    const clientAddress = createClientAddress(['10.0.0.1']);
    expect(clientAddress('203.0.113.50', '10.0.0.1')).toBe('203.0.113.50');
  });

  test('survives a header that is no address', () => {
    const clientAddress = createClientAddress(['10.0.0.1']);
    expect(clientAddress('10.0.0.1', "'; drop table users")).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '')).toBe('10.0.0.1');
  });
});

test('limits count one IPv6 network of 64 bits as one', () => {
  expect(addressGroup('2001:db8:0:1::5')).toBe(addressGroup('2001:db8:0:1:aaaa:bbbb:cccc:dddd'));
  expect(addressGroup('2001:db8::1')).not.toBe(addressGroup('2001:db8:0:1::1'));
  expect(addressGroup('203.0.113.9')).toBe('203.0.113.9');
});

test('and a site of 48 bits as another, which addresses of IPv4 do not have', () => {
  expect(siteNetwork('2001:db8:0:1::5')).toBe(siteNetwork('2001:0DB8::ffff:0:0:1'));
  expect(siteNetwork('2001:db8:1::1')).not.toBe(siteNetwork('2001:db8:2::1'));
  expect(siteNetwork('203.0.113.9')).toBeNull();
});
