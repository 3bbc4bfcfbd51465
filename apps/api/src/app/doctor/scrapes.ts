import { messageOf } from '@switchyard/concurrency';

type Texts = Readonly<Record<string, string>>;

const PATIENCE_MS = 3_000;
const MOST_CHARACTERS = 500_000;
const EVERYWHERE = ['0.0.0.0', '::'];

/**
 * Answers of api and dispatcher of this machine on their ports for metrics, by process, or why there is none; nothing of
 * those that serve no metrics.
 */
export async function scrapes(texts: Texts, path: '/metrics' | '/errors'): Promise<Record<string, string>> {
  const ports = {
    api: texts.SWITCHYARD_METRICS_PORT,
    dispatcher: texts.SWITCHYARD_DISPATCHER_PORT,
  };
  const { SWITCHYARD_METRICS_TOKEN: token, SWITCHYARD_HOST: host = '127.0.0.1' } = texts;
  const served = Object.entries(ports).filter(([, port]) => token !== undefined && Number(port ?? 0) > 0);
  const address = EVERYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const read = await Promise.all(
    served.map(async ([name, port]) => [name, await scrape(`http://${address}:${port}${path}`, token ?? '')] as const),
  );
  return Object.fromEntries(read);
}

async function scrape(url: string, token: string): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    return (await answer.text()).slice(0, MOST_CHARACTERS);
  } catch (error) {
    return messageOf(error);
  }
}
