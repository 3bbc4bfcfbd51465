import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { RealtimeEvent } from '@switchyard/contracts';
import { WebSocket } from 'ws';

/** Facts that the hostile guest knows. */
export interface Target {
  address: string;
  cookie: string;
  projectId: number;
  templateId: number;
  /** A task whose log has lines of 60 KB. */
  wideTask: number;
}

interface Post {
  path: string;
  body: string | Buffer;
  cookie?: string;
}

/** How many answers each attack got, by status; 0 = none. */
export type Outcome = Map<number, number>;

const count = (outcome: Outcome, status: number): void => void outcome.set(status, (outcome.get(status) ?? 0) + 1);

/** Sends it and throws the answer away. */
export function send(address: string, method: string, { path, body, cookie }: Partial<Post>): Promise<number> {
  return new Promise((resolve) => {
    const headers = { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
    const call = request(new URL(path ?? '/', address), { method, headers, agent: false });
    call.on('response', (answer) => answer.resume().once('close', () => resolve(answer.statusCode ?? 0)));
    call.on('error', () => resolve(0));
    call.end(body);
  });
}

/** Repeats an attack one after the other in so many lanes until the time is up. */
export async function repeat(until: number, lanes: number, attack: () => Promise<number>): Promise<Outcome> {
  const outcome: Outcome = new Map();
  const lane = async (): Promise<void> => {
    while (Date.now() < until) {
      count(outcome, await attack());
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcome;
}

/** 16 MiB of nested lists, from somebody who is not signed in. */
export const nestedBody = (): Buffer => Buffer.from(`{"z":[${'[],'.repeat((15 * 1024 * 1024) / 3)}[]]}`);

export const manyElements = ({ templateId }: Target): string =>
  JSON.stringify({ template_id: templateId, params: { limit: Array<string>(1_000_000).fill('a') } });

/** Opens connections of both kinds and answers with how many were let in. */
export async function openSockets({ address, cookie }: Target, wanted: number): Promise<WebSocket[]> {
  const opened: WebSocket[] = [];
  for (let i = 0; i < wanted; i++) {
    const query = i % 2 === 0 ? '?EIO=4&transport=websocket' : '';
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/ws${query}`, { headers: { cookie } });
    socket.on('error', () => undefined).once('open', () => opened.push(socket));
    await pause(3);
  }
  await pause(1_000);
  return opened;
}

const watching = ({ projectId, wideTask }: Target): string =>
  `42${JSON.stringify([RealtimeEvent.watchTask, { project_id: projectId, task_id: wideTask, next: 0 }])}`;

/** Watches the wide log and reads nothing of it. */
export async function watchWithoutReading(target: Target, connections: number): Promise<WebSocket[]> {
  const url = `${target.address.replace('http', 'ws')}/api/ws?EIO=4&transport=websocket`;
  const sockets = Array.from({ length: connections }, () => {
    const socket = new WebSocket(url, { headers: { cookie: target.cookie } });
    return socket.on('error', () => undefined).once('open', () => socket.send('40'));
  });
  await pause(2_000);
  for (const socket of sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)) {
    socket.pause();
    socket.send(watching(target));
  }
  return sockets;
}

/** Sends requests to watch over the connections, as many as are taken; over new ones when they are closed. */
export async function floodWatching(target: Target, events: number): Promise<void> {
  const url = `${target.address.replace('http', 'ws')}/api/ws?EIO=4&transport=websocket`;
  const each = events / 10;
  for (let i = 0; i < 10; i++) {
    const socket = new WebSocket(url, { headers: { cookie: target.cookie } });
    socket
      .on('error', () => undefined)
      .once('open', () => {
        socket.send('40');
        for (let j = 0; j < each; j++) {
          socket.send(`42${JSON.stringify([RealtimeEvent.watchProject, { project_id: target.projectId }])}`);
        }
      });
    await pause(500);
  }
}
