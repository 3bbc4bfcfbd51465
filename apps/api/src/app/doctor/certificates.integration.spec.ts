import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLdapServer, type TestLdapServer } from '@switchyard/testing';
import { certificateFindings } from './certificates.js';
import { tlsPlaces } from './used-places.js';

let directory: TestLdapServer;
beforeAll(async () => {
  directory = await startLdapServer([]);
});
afterAll(() => directory.remove());

const { signal } = new AbortController();
const codes = async (texts: Record<string, string>) =>
  (await certificateFindings(tlsPlaces(texts), signal)).map(({ level, code }) => `${level} ${code}`);

describe(certificateFindings.name, () => {
  it('should look at none without an address that has one', async () => {
    expect(await codes({})).toEqual(['ok certificates_none']);
    expect(await codes({ SWITCHYARD_WEB_HOST: 'http://yard.example' })).toEqual(['ok certificates_none']);
  });

  it('should show how long the certificate of a directory is valid, at once and after StartTLS', async () => {
    const own = { SWITCHYARD_AUTH_LDAP_CA_FILE: directory.caFile };
    const expected = ['warning certificate_ends'];
    expect(await codes({ SWITCHYARD_AUTH_LDAP_URL: directory.secureUrl, ...own })).toEqual(expected);
    const upgraded = { SWITCHYARD_AUTH_LDAP_URL: directory.url, SWITCHYARD_AUTH_LDAP_START_TLS: 'true', ...own };
    expect(await codes(upgraded)).toEqual(expected);
  });

  it('should name an authority that is not known here, and a server that does not answer', async () => {
    expect(await codes({ SWITCHYARD_AUTH_LDAP_URL: directory.secureUrl })).toEqual([
      'warning certificate_untrusted',
      'warning certificate_ends',
    ]);
    expect(await codes({ SWITCHYARD_WEB_HOST: 'https://127.0.0.1:1' })).toEqual(['fault certificate_unread']);
  });

  it('should look at a mail server only where it offers TLS, and read no more than an answer', async () => {
    const plain = createServer((socket) => {
      socket.write('220 mail\r\n');
      socket.once('data', () => socket.write('250-mail\r\n250 SIZE 1000\r\n'));
    });
    const endless = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('x'.repeat(20_000));
    });
    const addresses = await Promise.all(
      [plain, endless].map(async (server) => {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }),
    );
    const [first = '', second = ''] = addresses;
    expect(await codes({ SWITCHYARD_SMTP_URL: first })).toEqual([]);
    expect(await codes({ SWITCHYARD_SMTP_URL: second })).toEqual(['fault certificate_unread']);
    plain.close();
    endless.close();
  });
});
