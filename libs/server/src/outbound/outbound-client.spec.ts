import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createCertificate } from '@switchyard/testing';
import { OutboundClient, type OutboundOptions } from './outbound-client.js';
import { faultOf } from './outbound-error.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
  }
});

async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const sink = (listener: RequestListener = (_, answer) => answer.end('fine')) => listen(createServer(listener));
const client = (options: OutboundOptions = {}) => new OutboundClient({ allow: ['127.0.0.1'], ...options });
const get = (to: OutboundClient, url: string) => to.send({ url, method: 'GET' });
const refusal = (fault: string) => ({ name: 'OutboundError', fault });

describe(OutboundClient.name, () => {
  it('should send method, headers and body and answer what came', async () => {
    const { port } = await sink((request, answer) => {
      void request.toArray().then((body) => {
        const seen = [request.method, request.headers['x-mark'], request.headers['content-length'], body.join('')];
        answer.writeHead(207, { 'x-seen': encodeURI(seen.join(' ')) }).end('done');
      });
    });
    const headers = { 'x-mark': 'm' };
    const url = `http://127.0.0.1:${port}/hook?x=1`;
    const { status, headers: answered, body } = await client().send({ url, method: 'POST', headers, body: 'häl' });
    expect([status, answered['x-seen'], body.toString()]).toEqual([207, encodeURI('POST m 4 häl'), 'done']);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    'localhost',
    'LOCALHOST',
    '１２７.0.0.1',
    'user:pass@127.0.0.1',
  ])('should not connect to this machine as %s', async (host) => {
    const { port, connections } = await sink();
    await expect(get(new OutboundClient(), `http://${host}:${port}/`)).rejects.toMatchObject(refusal('refused'));
    expect(connections()).toBe(0);
  });

  it.each(['169.254.169.254', '[fd00:ec2::254]', '10.0.0.1', '192.168.1.1', '2852039166'])(
    'should not connect to %s',
    async (host) => {
      await expect(get(new OutboundClient(), `http://${host}/`)).rejects.toMatchObject(refusal('refused'));
    },
  );

  it.each([
    'gopher://x/',
    'file:///etc/passwd',
    'ftp://x/',
    'javascript:1',
    'x',
    '',
    'http://x\r\ny/',
    'http://x/\ta',
    ' http://x/',
  ])('should not open %s', async (url) => {
    await expect(get(client(), url)).rejects.toMatchObject(refusal('address'));
  });

  it('should refuse a name when one of its addresses is forbidden', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(get(client({ resolve }), 'http://hook.example/')).rejects.toMatchObject(refusal('refused'));
  });

  it('should connect to the address that was checked when the name changes its answer', async () => {
    const { port } = await sink();
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const rebound = client({ resolve });
    expect((await get(rebound, `http://hook.example:${port}/`)).status).toBe(200);
    expect(answers).toEqual(['10.0.0.1']);
    await expect(get(rebound, `http://hook.example:${port}/`)).rejects.toMatchObject(refusal('refused'));
  });

  it('should let a name that is allowed lead anywhere', async () => {
    const { port } = await sink();
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const allowed = new OutboundClient({ allow: ['hook.internal'], resolve });
    expect((await get(allowed, `http://hook.internal:${port}/`)).status).toBe(200);
    await expect(get(allowed, `http://other.internal:${port}/`)).rejects.toMatchObject(refusal('refused'));
  });

  it('should answer a redirection instead of following it', async () => {
    const inside = await sink();
    const location = `http://127.0.0.1:${inside.port}/`;
    const { port } = await sink((_, answer) => answer.writeHead(302, { location }).end());
    expect((await get(client(), `http://127.0.0.1:${port}/`)).status).toBe(302);
    expect(inside.connections()).toBe(0);
  });

  it('should hang up on an endless answer', async () => {
    let sent = 0;
    const { port } = await sink((_, answer) => {
      const block = Buffer.alloc(65_536);
      const more = (): void => {
        while (!answer.destroyed && answer.write(block)) {
          sent += block.length;
        }
      };
      answer.on('drain', more);
      more();
    });
    const limited = client({ maxAnswerBytes: 1_000 });
    await expect(get(limited, `http://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('too_large'));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('should leave what is compressed as it is', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const { port } = await sink((_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect((await get(client(), `http://127.0.0.1:${port}/`)).body).toEqual(bomb);
  });

  it.each<[string, RequestListener]>([
    ['sends nothing', () => undefined],
    ['drips', (_, answer) => void setInterval(() => answer.write('.'), 10).unref()],
    ['drips informational answers', (_, answer) => void setInterval(() => answer.writeProcessing(), 10).unref()],
  ])('should give up a server that %s', async (_, listener) => {
    const { port } = await sink(listener);
    const hasty = client({ timeoutMs: 150 });
    await expect(get(hasty, `http://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('too_slow'));
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['gigantic headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ])('should give up a server that sends %s', async (_, text) => {
    const { port } = await listen(createTcpServer((socket) => void socket.end(text)));
    await expect(get(client(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('no_http'));
  });

  it('should report that nobody listens, or that a name is unknown', async () => {
    const { port } = await sink();
    servers.splice(0).forEach((server) => server.close());
    await expect(get(client(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('unreachable'));
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    await expect(get(client({ resolve }), 'http://x.example/')).rejects.toMatchObject(refusal('unknown_host'));
  });

  it('should report a bad certificate', () => {
    for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
      expect(faultOf(code)).toBe('certificate');
    }
  });
});

describe('through a proxy of the environment', () => {
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
  const before = new Map(variables.map((name) => [name, process.env[name]]));
  let asked: string[];
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  });

  /** A small real proxy: it answers requests of HTTP itself, and leads tunnels to ports of this machine. */
  async function startProxy(): Promise<void> {
    asked = [];
    const server = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`);
      answer.end('by proxy');
    });
    server.on('connect', ({ url = '' }, socket) => {
      asked.push(`CONNECT ${url}`);
      const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      [target, socket].forEach((each) => each.on('error', () => [target, socket].forEach((one) => one.destroy())));
    });
    variables.forEach((name) => delete process.env[name]);
    const { port } = await listen(server);
    process.env['HTTP_PROXY'] = process.env['HTTPS_PROXY'] = `http://127.0.0.1:${port}`;
  }

  const unknown = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
  const outside = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
  const inside = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);

  it.each([
    ['a name of a public address', outside],
    ['a name that the proxy alone resolves', unknown],
  ])('should ask it for %s', async (_, resolve) => {
    await startProxy();
    const { body } = await get(new OutboundClient({ resolve }), 'http://hooks.example/x?y=1');
    expect([body.toString(), asked]).toEqual(['by proxy', ['GET http://hooks.example/x?y=1']]);
  });

  it('should speak TLS with the server itself, through its tunnel', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'outbound-'));
    const [keyFile, certificateFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    await createCertificate(keyFile, certificateFile);
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certificateFile, 'utf8')];
    rmSync(directory, { recursive: true });
    const { port } = await listen(createSecureServer({ cert, key }, (_, answer) => answer.end('by TLS')));
    await startProxy();
    expect((await get(client({ ca: cert }), `https://127.0.0.1:${port}/`)).body.toString()).toBe('by TLS');
    await expect(get(client(), `https://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('certificate'));
    expect(asked).toEqual([`CONNECT 127.0.0.1:${port}`, `CONNECT 127.0.0.1:${port}`]);
  });

  it.each(['http://10.0.0.1/', 'https://[::1]/', 'http://inside.example/', 'https://inside.example/'])(
    'should not ask it for %s, which is an address inside',
    async (url) => {
      await startProxy();
      await expect(get(new OutboundClient({ resolve: inside }), url)).rejects.toMatchObject(refusal('refused'));
      expect(asked).toEqual([]);
    },
  );

  it('should go past it to what NO_PROXY names, with the guard as ever', async () => {
    const { port } = await sink();
    await startProxy();
    process.env['NO_PROXY'] = '127.0.0.1';
    expect((await get(client(), `http://127.0.0.1:${port}/`)).body.toString()).toBe('fine');
    await expect(get(new OutboundClient(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject(refusal('refused'));
    expect(asked).toEqual([]);
  });

  it('should give up in time when names are not resolved', async () => {
    await startProxy();
    const silent = new OutboundClient({ timeoutMs: 50, resolve: () => new Promise(() => undefined) });
    await expect(get(silent, 'http://hooks.example/')).rejects.toMatchObject(refusal('too_slow'));
  });
});
