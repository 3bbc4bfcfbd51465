import { InfoAnswer, RegisterAnswer, type RegisterRequest } from '@switchyard/contracts';
import type { z } from 'zod';
import { readAnswer } from './answer.js';
import { HttpTransport } from './http-transport.js';

const TIMEOUT_MS = 15_000;

/** The calls of the runner protocol that need no identity. Each tries once. */
export class PublicGateway {
  private readonly transport: HttpTransport;
  private readonly basePath: string;

  constructor(url: URL, ca: string | null) {
    this.transport = new HttpTransport(url, ca);
    this.basePath = `${url.pathname.replace(/\/+$/, '')}/api/runner-gateway/`;
  }

  info(): Promise<InfoAnswer> {
    return this.call('info', {}, InfoAnswer);
  }

  register(request: RegisterRequest): Promise<RegisterAnswer> {
    return this.call('register', request, RegisterAnswer);
  }

  close(): void {
    this.transport.close();
  }

  private async call<T>(call: string, request: unknown, schema: z.ZodType<T>): Promise<T> {
    const answer = await this.transport.post({
      call,
      path: this.basePath + call,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(request)),
      timeoutMs: TIMEOUT_MS,
    });
    return readAnswer(call, answer, schema);
  }
}
