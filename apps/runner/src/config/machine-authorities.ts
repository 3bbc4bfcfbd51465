import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Where distributions keep the certificates that git trusts by itself. */
const FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** PEM of the authorities that this machine trusts; those of Node where it has no such file. */
export function machineAuthorities(): string {
  for (const file of [process.env.SSL_CERT_FILE ?? '', ...FILES]) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // The next one may be there.
    }
  }
  return rootCertificates.join('\n');
}
