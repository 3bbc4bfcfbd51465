import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a key and a certificate for 127.0.0.1 that it signs itself, as PEM files. Needs openssl. */
export async function createCertificate(keyFile: string, certificateFile: string): Promise<void> {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]);
}
