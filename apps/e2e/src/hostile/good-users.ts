import { setTimeout as pause } from 'node:timers/promises';
import { type LogLines, RealtimeEvent, type TaskWithTemplate } from '@switchyard/contracts';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from '../support/api-client.js';

/** Where the good users work. */
export interface Place {
  projectId: number;
  templateId: number;
}

/** Experience of the good users: milliseconds of every call, the tasks they launched, and calls that failed. */
export interface Experience {
  times: number[];
  tasks: number[];
  failures: string[];
}

/** Pause between two calls of one user, in milliseconds. */
const PAUSE_MS = 500;

/** Reads lists and logs, launches a task now and then and watches, until the time is up. */
export async function workAs(client: ApiClient, place: Place, until: number, seen: Experience): Promise<void> {
  const socket = io(client.address, { path: '/api/ws', transports: ['websocket'], extraHeaders: client.headers });
  const base = `/project/${place.projectId}`;
  const timed = async <T>(work: () => Promise<T>): Promise<T | null> => {
    const begun = performance.now();
    const result = await work().catch((error: unknown) => {
      seen.failures.push(String(error));
      return null;
    });
    seen.times.push(performance.now() - begun);
    await pause(PAUSE_MS);
    return result;
  };
  for (let round = 0; Date.now() < until; round++) {
    const tasks = await timed(() => client.call<TaskWithTemplate[]>('GET', `${base}/tasks/last?limit=20`));
    const [newest] = tasks ?? [];
    if (newest) {
      await timed(() => watch(socket, { project_id: place.projectId, task_id: newest.id, next: 0 }));
      await timed(() => client.call<LogLines>('GET', `${base}/tasks/${newest.id}/lines?tail=500`));
    }
    if (round % 8 === 0) {
      const made = await timed(() => client.create(`${base}/tasks`, { template_id: place.templateId }));
      seen.tasks.push(...(made === null ? [] : [made]));
    }
  }
  socket.close();
}

async function watch(socket: Socket, body: object): Promise<void> {
  const answer = (await socket.timeout(20_000).emitWithAck(RealtimeEvent.watchTask, body)) as { ok: boolean };
  if (!answer.ok) {
    throw new Error('watching was refused');
  }
}
