import type { LiveSocket } from '../connection.js';

/** A socket that nobody answers but the spec. */
export class FakeSocket implements LiveSocket {
  /** Messages that were sent: their names and arguments. */
  readonly sent: unknown[][] = [];
  connects = 0;
  closed = false;
  private readonly handlers = new Map<string, (...args: unknown[]) => void>();

  on(event: string, handle: (...args: unknown[]) => void): void {
    this.handlers.set(event, handle);
  }

  emit(...message: unknown[]): void {
    this.sent.push(message);
  }

  connect(): void {
    this.connects += 1;
  }

  close(): void {
    this.closed = true;
  }

  /** Receives an event of the server, or of the link. */
  receive(event: string, ...args: unknown[]): void {
    this.handlers.get(event)?.(...args);
  }

  /** Messages of this name, without it. */
  named(name: string): unknown[] {
    return this.sent.filter(([event]) => event === name).map(([, body]) => body);
  }
}

/** Opens fake sockets, and keeps them in order. */
export function fakeSockets() {
  const opened: FakeSocket[] = [];
  const open = (): LiveSocket => {
    const socket = new FakeSocket();
    opened.push(socket);
    return socket;
  };
  return { opened, open, load: () => Promise.resolve(open) };
}
