import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient } from '@switchyard/testing';
import type { ApiClient } from './api-client.js';
import { createTemplate, type TestProject } from './project.js';

/** Callers that read without a pause. */
const READERS = 8;
/** Between two launches, in milliseconds. */
const LAUNCH_EVERY_MS = 150;
/** How long a launch is sent again. */
const PATIENCE_MS = 30_000;

/** Calls of people and pipelines while the control plane changes below them. */
export interface SteadyCalls {
  /** Requests that were answered. */
  readonly answered: number;
  /** Requests that had no answer, or one above 499. */
  readonly failures: readonly string[];
  /** Ends the calls. @returns ids of the tasks that were started, by the message of their launch */
  stop(): Promise<Map<string, number>>;
}

/**
 * Reads the history all the time, and starts a task every few moments: each with a key of its own, sent again until it is answered.
 * @param name of the template; the messages of the launches begin with it
 */
export async function steadyCalls(client: ApiClient, project: TestProject, name: string): Promise<SteadyCalls> {
  const template = await createTemplate(client, project, { name, allow_parallel_tasks: true });
  const http = new HttpClient();
  const ending = new AbortController();
  const failures: string[] = [];
  let answered = 0;

  const send = async (method: string, path: string, headers = {}, body?: object): Promise<unknown> => {
    const { status, body: text } = await http.send({
      origin: client.address,
      path: `/api/project/${project.id}${path}`,
      method,
      headers: { ...client.headers, ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
      timeoutMs: 20_000,
    });
    if (status >= 500) {
      throw new Error(`${status} ${text.toString().slice(0, 200)}`);
    }
    answered += 1;
    return JSON.parse(text.toString());
  };

  async function read(): Promise<void> {
    while (!ending.signal.aborted) {
      await send('GET', '/tasks/last').catch((error: unknown) => failures.push(String(error)));
    }
  }

  async function launch(message: string): Promise<[string, number]> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        const task = await send('POST', '/tasks', { 'idempotency-key': message }, { template_id: template, message });
        return [message, (task as { id: number }).id];
      } catch (error) {
        if (performance.now() > deadline) {
          throw error;
        }
        await pause(100);
      }
    }
  }

  async function launchAll(): Promise<Map<string, number>> {
    const launches: Promise<[string, number]>[] = [];
    while (!ending.signal.aborted) {
      launches.push(launch(`${name}-${launches.length}`));
      await pause(LAUNCH_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    return new Map(await Promise.all(launches));
  }

  const reading = Promise.all(Array.from({ length: READERS }, read));
  const launching = launchAll();
  launching.catch(() => undefined);
  return {
    get answered() {
      return answered;
    },
    failures,
    async stop() {
      ending.abort();
      await reading;
      const tasks = await launching;
      await http.destroy();
      return tasks;
    },
  };
}
