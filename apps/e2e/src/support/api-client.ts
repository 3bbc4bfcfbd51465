import { setTimeout as pause } from 'node:timers/promises';
import type { LogLines, Task, TaskOutput } from '@switchyard/contracts';
import { FINAL_STATUSES } from '@switchyard/contracts';
import { eventually, HttpClient, PATIENCE_MS } from '@switchyard/testing';
import { holdAnswer, mediaTypeOf } from './held-answers.js';

/** An answer of the API. `body` is the parsed JSON, or the text when it is none. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Connections of all clients of this process. */
const http = new HttpClient();

/** A client of the REST API with a session of its own. */
export class ApiClient {
  private cookie = '';

  /** @param timeoutMs after which a call without an answer is given up */
  constructor(
    readonly address: string,
    private readonly timeoutMs = 120_000,
  ) {}

  async signIn(auth: string, password: string): Promise<void> {
    const answer = await fetch(`${this.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth, password }),
    });
    if (answer.status !== 204) {
      throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`);
    }
    this.cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }

  get headers(): Record<string, string> {
    return { cookie: this.cookie };
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await http.send({
      origin: this.address,
      path: `/api${path}`,
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      timeoutMs: this.timeoutMs,
    });
    const text = answer.body.toString();
    const mediaType = mediaTypeOf(answer.headers['content-type']);
    holdAnswer(this.address, { method, path: `/api${path}`, status: answer.status, mediaType, body: text });
    return { status: answer.status, body: parsed(text) };
  }

  /** As `send`, for a call that must succeed; answers its body. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body as T;
  }

  /** The whole answer of a call that must succeed, as it came. */
  async read(path: string): Promise<Buffer> {
    const request = { origin: this.address, path: `/api${path}`, method: 'GET', headers: this.headers };
    const { status, body } = await http.send({ ...request, timeoutMs: this.timeoutMs });
    if (status !== 200) {
      throw new Error(`GET ${path}: ${status} ${body.toString()}`);
    }
    return body;
  }

  async create(path: string, body: object): Promise<number> {
    return (await this.call<{ id: number }>('POST', path, body)).id;
  }

  task(projectId: number, taskId: number): Promise<Task> {
    return this.call('GET', `/project/${projectId}/tasks/${taskId}`);
  }

  /** Waits until the task has the status; an unexpected end fails at once. */
  async untilStatus(projectId: number, taskId: number, status: Task['status'], timeout = PATIENCE_MS): Promise<Task> {
    const deadline = Date.now() + timeout;
    for (;;) {
      const task = await this.task(projectId, taskId).catch(() => null);
      if (task?.status === status) {
        return task;
      }
      if ((task && FINAL_STATUSES.includes(task.status)) || Date.now() > deadline) {
        throw new Error(`task ${taskId} is ${task?.status} (${task?.end_reason}), expected ${status}`);
      }
      await pause(50);
    }
  }

  /** Waits until the task has ended, however. */
  untilEnded(projectId: number, taskId: number, timeout = PATIENCE_MS): Promise<Task> {
    return eventually(
      async () => {
        const task = await this.task(projectId, taskId);
        if (!FINAL_STATUSES.includes(task.status)) {
          throw new Error(`task ${taskId} is still ${task.status}`);
        }
        return task;
      },
      { timeout, interval: 50 },
    );
  }

  output(projectId: number, taskId: number): Promise<TaskOutput[]> {
    return this.call('GET', `/project/${projectId}/tasks/${taskId}/output`);
  }

  /** Lines that the tool itself wrote, of at most 5,000. */
  async toolLines(projectId: number, taskId: number): Promise<string[]> {
    const found: string[] = [];
    for (let next = 0, total = 1; next < total;) {
      const path = `/project/${projectId}/tasks/${taskId}/lines?after=${next}&limit=5000`;
      const page = await this.call<LogLines>('GET', path);
      found.push(...page.lines.filter((_, i) => page.kinds[i] === 0));
      ({ next, total } = page);
    }
    return found;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
