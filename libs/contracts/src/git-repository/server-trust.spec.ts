import { describe, expect, it } from '@jest/globals';
import { addressPrefixFault, certificatesFault, hostKeysFault, webPageFault } from './server-trust.js';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB/0==\n-----END CERTIFICATE-----';
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE';

describe('what a repository trusts', () => {
  it.each(['', PEM, `${PEM}\n${PEM}\n`, `subject=CN = forge\n${PEM}`])('should take the certificates %j', (text) => {
    expect(certificatesFault(text)).toBeNull();
  });

  it.each([
    'forge.example',
    `${PEM}\n-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----`,
    '-----BEGIN CERTIFICATE-----\nMIIB',
  ])('should refuse the certificates %j', (text) => {
    expect(certificatesFault(text)?.code).toBe('certificates');
  });

  it.each([
    '',
    `forge.example ${KEY}`,
    `# comment\n[forge.example]:2222,10.0.0.1 ${KEY} a comment\r\n\r\n@cert-authority *.example ${KEY}`,
    '|1|c2FsdA==|aGFzaA== ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAy=',
  ])('should take the host keys %j', (text) => {
    expect(hostKeysFault(text)).toBeNull();
  });

  it('should name the line that is no host key', () => {
    expect(hostKeysFault(`forge.example ${KEY}\n${KEY}`)).toMatchObject({ code: 'host_keys', params: { line: 2 } });
  });

  it.each(['', 'git@github.com:', 'git@github.com:group/', 'https://forge.example/', 'ssh://git@f.example:22/a/b/'])(
    'should take the prefix %j',
    (text) => expect(addressPrefixFault(text)).toBeNull(),
  );

  it.each([
    'https://forge.example',
    'https://forge.example/gro',
    'https://a@evil.example/',
    '/srv/',
    "git@a:b'/",
    'file:///a/',
  ])('should refuse the prefix %j', (text) => expect(addressPrefixFault(text)?.code).toBe('address_prefix'));

  it.each(['', 'https://forge.example/a/b', 'http://[::1]:3000/git/ops/site', 'https://forge.example'])(
    'should take the page %j',
    (text) => expect(webPageFault(text)).toBeNull(),
  );

  it.each([
    'javascript:alert(1)',
    'https://a:b@forge.example/a',
    'https://forge.example/a?t=1',
    'https://f.e/a b',
    '/a',
  ])('should refuse the page %j', (text) => expect(webPageFault(text)?.code).toBe('web_address'));
});
