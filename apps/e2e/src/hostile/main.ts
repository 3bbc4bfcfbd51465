import {
  floodWatching,
  manyElements,
  nestedBody,
  openSockets,
  type Outcome,
  repeat,
  send,
  type Target,
  watchWithoutReading,
} from './attacks.js';

/** A hostile guest and somebody who is not signed in, as a process of their own: `main.js <target as JSON> <seconds>`. */
const [json = '', seconds = ''] = process.argv.slice(2);
const target = JSON.parse(json) as Target;
const until = Date.now() + Number(seconds) * 1_000;
const { address, cookie, projectId, wideTask } = target;
const base = `/api/project/${projectId}`;
const log = `${base}/tasks/${wideTask}`;
const nested = nestedBody();
const elements = manyElements(target);
const vicious = encodeURIComponent('(a?){499}b');

const sockets = [watchWithoutReading(target, 40).then(() => openSockets(target, 600)), floodWatching(target, 20_000)];
const attacks: Record<string, Promise<Outcome>> = {
  nested: repeat(until, 2, () => send(address, 'POST', { path: '/api/auth/login', body: nested })),
  elements: repeat(until, 1, () => send(address, 'POST', { path: `${base}/tasks`, body: elements, cookie })),
  search: repeat(until, 4, () => send(address, 'GET', { path: `${log}/search?q=${vicious}&regex=true`, cookie })),
  lines: repeat(until, 6, () => send(address, 'GET', { path: `${log}/lines?limit=5000`, cookie })),
  output: repeat(until, 2, () => send(address, 'GET', { path: `${log}/output`, cookie })),
  lists: repeat(until, 10, () => send(address, 'GET', { path: `${base}/tasks`, cookie })),
};
await Promise.race([Promise.all(sockets), new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000))]);
const outcomes = await Promise.race([
  Promise.all(Object.entries(attacks).map(async ([name, outcome]) => [name, Object.fromEntries(await outcome)])),
  new Promise<never[]>((resolve) => setTimeout(() => resolve([]), Number(seconds) * 1_000 + 10_000).unref()),
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(outcomes))}\n`, () => process.exit(0));
