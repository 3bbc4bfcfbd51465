import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One request under way: collects its answer, or does no longer wait for it when the signal is aborted. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<HttpAnswer>;
  private resolve: (answer: HttpAnswer) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;
  private head: Pick<HttpAnswer, 'status' | 'headers'> = { status: 0, headers: {} };
  private readonly parts: Buffer[] = [];
  private readonly giveUp = (): void => this.reject(new Error('the request was aborted'));

  constructor(private readonly signal: AbortSignal | undefined) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    signal?.addEventListener('abort', this.giveUp);
  }

  onRequestStart(): void {
    if (this.signal?.aborted) {
      this.giveUp();
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, part: Buffer): void {
    this.parts.push(part);
  }

  onResponseEnd(): void {
    this.leave();
    this.resolve({ ...this.head, body: Buffer.concat(this.parts) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.leave();
    this.reject(error);
  }

  private leave(): void {
    this.signal?.removeEventListener('abort', this.giveUp);
  }
}
