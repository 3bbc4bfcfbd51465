import http from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

const KEEP_ALIVE = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 4 } as const;

/** Kept-alive connections to one origin, through the proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name for it. */
export function connectionAgent(origin: URL): http.Agent {
  const proxy = getProxyForUrl(origin.href);
  const secure = origin.protocol === 'https:';
  if (proxy) {
    return secure ? new HttpsProxyAgent(proxy, KEEP_ALIVE) : new HttpProxyAgent(proxy, KEEP_ALIVE);
  }
  return secure ? new https.Agent(KEEP_ALIVE) : new http.Agent(KEEP_ALIVE);
}

/** The authorities every runner trusts, with those of a PEM text. */
export const trustedCertificates = (pem: string): string[] => [...rootCertificates, pem];
