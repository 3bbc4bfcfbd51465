import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@switchyard/stack';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

/** Debian's nginx in front of servers of 127.0.0.1, set up as the page about proxies says. */
export interface TestNginx {
  /** `http://127.0.0.1:port`, and the path */
  address: string;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/**
 * @param ports of the servers, which take turns
 * @param base path that they are reached below, such as `/switchyard`; beside it nothing answers. '' = the root
 */
export async function startNginx(ports: readonly number[], base = ''): Promise<TestNginx> {
  const directory = await serviceDirectory('nginx');
  await chmod(directory.path, 0o755);
  const port = await freePort();
  const file = join(directory.path, 'nginx.conf');
  await writeFile(file, configuration(directory.path, port, { servers: ports, base }));
  const child = await startChildService('/usr/sbin/nginx', ['-p', directory.path, '-e', 'stderr', '-c', file], port);
  directory.guard(child.pid);
  return {
    address: `http://127.0.0.1:${port}${base}`,
    async remove() {
      await child.end('SIGTERM');
      await directory.remove();
    },
  };
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

interface Served {
  servers: readonly number[];
  base: string;
}

const configuration = (directory: string, port: number, { servers, base }: Served): string => `
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events {}
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  upstream switchyard {
    ${servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join('\n    ')}
  }
  map $http_upgrade $connection_upgrade {
    default upgrade;
    '' close;
  }
  server {
    listen 127.0.0.1:${port};
    ${base === '' ? '' : 'location / { return 404; }'}
    location ${base}/ {
      proxy_pass http://switchyard;
      proxy_http_version 1.1;
      proxy_next_upstream error timeout http_503;
      proxy_connect_timeout 2s;
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 130s;
      client_max_body_size 64m;
    }
  }
}
`;
