import { once } from 'node:events';
import { RealtimeEvent } from '@switchyard/contracts';
import { WebSocket } from 'ws';

/** A console without a library, which reads from its connection only on demand. */
export class SlowReader {
  /** Bodies of `log` events in order of arrival. */
  readonly batches: { first: number; lines: string[] }[] = [];

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      if (text === '2') {
        socket.send('3');
      } else if (text.startsWith(`42["${RealtimeEvent.log}"`)) {
        this.batches.push((JSON.parse(text.slice(2)) as [string, SlowReader['batches'][number]])[1]);
      }
    });
  }

  static async open(address: string, headers: Record<string, string>): Promise<SlowReader> {
    const url = `${address.replace('http', 'ws')}/api/ws?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { headers });
    const reader = new SlowReader(socket);
    await once(socket, 'message');
    socket.send('40');
    await once(socket, 'message');
    return reader;
  }

  emit(event: string, body: unknown): void {
    this.socket.send(`42${JSON.stringify([event, body])}`);
  }

  stopReading(): void {
    this.socket.pause();
  }

  goOn(): void {
    this.socket.resume();
  }

  close(): void {
    this.socket.terminate();
  }
}
