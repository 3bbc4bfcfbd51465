import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@switchyard/stack';
import { createCertificate } from './certificate.js';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

/** A message as rsyslog has understood it. */
export interface SyslogMessage {
  /** Facility and severity in one number. */
  pri: number;
  /** Of the format: 1 = RFC 5424. */
  version: number;
  time: string;
  host: string;
  app: string;
  kind: string;
  text: string;
}

/** Debian's rsyslog, which takes messages over TLS or TCP. */
export interface TestRsyslog {
  /** `tls://127.0.0.1:port`, or with `tcp:`. */
  address: string;
  /** PEM of the authority that signed its certificate. */
  ca: string;
  /** Messages that have arrived, in their order. */
  received(): Promise<SyslogMessage[]>;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

const MEMBERS = ['pri', 'protocol-version', 'timereported', 'hostname', 'app-name', 'msgid', 'msg'];

/** @param tls false: without encryption */
export async function startRsyslog({ tls = true }: { tls?: boolean } = {}): Promise<TestRsyslog> {
  const directory = await serviceDirectory('rsyslog');
  const [key, certificate, output] = ['key.pem', 'cert.pem', 'received'].map((name) => join(directory.path, name)) as [
    string,
    string,
    string,
  ];
  await createCertificate(key, certificate);
  const port = await freePort();
  const file = join(directory.path, 'rsyslog.conf');
  await writeFile(file, configuration({ directory: directory.path, key, certificate, output, port, tls }));
  const args = ['-n', '-f', file, '-i', join(directory.path, 'pid')];
  const child = await startChildService('/usr/sbin/rsyslogd', args, port);
  directory.guard(child.pid);
  return {
    address: `${tls ? 'tls' : 'tcp'}://127.0.0.1:${port}`,
    ca: await readFile(certificate, 'utf8'),
    received: async () => (await readFile(output, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(parsed),
    async remove() {
      await child.end('SIGTERM');
      await directory.remove();
    },
  };
}

function parsed(line: string): SyslogMessage {
  const [pri, version, time, host, app, kind, text] = line.split('\t') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { pri: Number(pri), version: Number(version), time, host, app, kind, text: text.trim() };
}

interface Files {
  directory: string;
  key: string;
  certificate: string;
  output: string;
  port: number;
  tls: boolean;
}

const configuration = ({ directory, key, certificate, output, port, tls }: Files): string => `
global(workDirectory="${directory}" maxMessageSize="8k"
  defaultNetstreamDriver="${tls ? 'gtls' : 'ptcp'}" defaultNetstreamDriverCAFile="${certificate}"
  defaultNetstreamDriverCertFile="${certificate}" defaultNetstreamDriverKeyFile="${key}")
module(load="imtcp" ${tls ? 'streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon"' : ''})
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="members" type="string" string="${MEMBERS.map((name) => `%${name}${name === 'timereported' ? ':::date-rfc3339' : ''}%`).join('\\t')}\\n")
action(type="omfile" file="${output}" template="members")
`;
