import http from 'node:http';
import https from 'node:https';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

export { contextTrusting, trustAuthorities } from './authorities.js';

const KEEP_ALIVE = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 4 } as const;

/**
 * Kept-alive connections to one origin, through the proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (or their lower-case
 * forms) name for it. The variables are read once, here. `destroy()` ends the connections that are kept.
 */
export function connectionAgent(origin: URL): http.Agent {
  const proxy = getProxyForUrl(origin.href);
  const isSecure = origin.protocol === 'https:';
  if (proxy !== '') {
    return isSecure ? new HttpsProxyAgent(proxy, KEEP_ALIVE) : new HttpProxyAgent(proxy, KEEP_ALIVE);
  }
  return isSecure ? new https.Agent(KEEP_ALIVE) : new http.Agent(KEEP_ALIVE);
}
