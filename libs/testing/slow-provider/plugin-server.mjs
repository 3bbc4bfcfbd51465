/**
 * A plug-in of HashiCorp's go-plugin: a gRPC server over HTTP/2 whose address Terraform reads from one line of its output.
 * Unary calls alone. Needs openssl, for the certificate of this connection.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer, createServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';

const UNIMPLEMENTED = '12';
const INTERNAL = '13';

/**
 * @param calls by path, each takes the bytes of a request and returns those of an answer
 * @param protocol version of the protocol of providers
 */
export function servePlugin(calls, protocol) {
  const certificate = process.env.PLUGIN_CLIENT_CERT ? makeCertificate() : null;
  const server = certificate ? createSecureServer(certificate) : createServer();
  server.on('stream', (stream, headers) => void answer(stream, calls[headers[':path']]));
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1', () => {
    const address = `127.0.0.1:${server.address().port}`;
    const proof = certificate ? new X509Certificate(certificate.cert).raw.toString('base64').replaceAll('=', '') : '';
    process.stdout.write(`1|${protocol}|tcp|${address}|grpc|${proof}\n`);
  });
}

function makeCertificate() {
  const dir = mkdtempSync(join(tmpdir(), 'slow-provider-'));
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  // Terraform looks at the real clock, whatever clock this process has.
  const env = { ...process.env, LD_PRELOAD: '' };
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', certFile], { stdio: 'ignore', env });
  const made = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
  rmSync(dir, { recursive: true });
  return made;
}

async function answer(stream, call) {
  stream.on('error', () => undefined);
  try {
    const chunks = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
    }
    if (!call) {
      fail(stream, UNIMPLEMENTED, 'not a call of this provider');
      return;
    }
    const body = Buffer.from(await call(Buffer.concat(chunks).subarray(5)));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length, 1);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.concat([head, body]));
  } catch (error) {
    fail(stream, INTERNAL, String(error));
  }
}

function fail(stream, status, text) {
  if (!stream.destroyed && !stream.headersSent) {
    const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': text };
    stream.respond(headers, { endStream: true });
  }
}
