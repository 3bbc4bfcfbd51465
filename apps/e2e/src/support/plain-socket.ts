import { once } from 'node:events';
import { LogMessage, type TaskStatus, TaskUpdate } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { ApiClient } from './api-client.js';

const Message = z.union([TaskUpdate, LogMessage]);

/** A plain WebSocket client of `/api/ws`, as existing clients use it. Keeps every message. */
export class PlainSocket {
  readonly messages: z.infer<typeof Message>[] = [];

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.messages.push(Message.parse(JSON.parse(data.toString('utf8'))));
    });
  }

  static async open(client: ApiClient, headers: Record<string, string> = client.headers): Promise<PlainSocket> {
    const socket = new WebSocket(`${client.address.replace('http', 'ws')}/api/ws`, { headers });
    const plain = new PlainSocket(socket);
    await once(socket, 'open');
    return plain;
  }

  /** Lines of a task in the order of arrival. */
  lines(taskId: number): string[] {
    return this.messages.flatMap((m) => (m.type === 'log' && m.task_id === taskId ? [m.output] : []));
  }

  async untilUpdate(taskId: number, status: TaskStatus): Promise<void> {
    await eventually(() =>
      this.messages.some((m) => m.type === 'update' && m.task_id === taskId && m.status === status),
    );
  }

  get closed(): boolean {
    return this.socket.readyState === WebSocket.CLOSED;
  }

  close(): void {
    this.socket.close();
  }
}
