import type { Connection } from './connection.js';
import type { Unsubscribe } from './listeners.js';

/** The one thing of a kind that the server is asked to report: a later one takes the place of an earlier one. */
export class Watch<Body extends object> {
  private current: Body | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly event: string,
    /** Called when the server has begun to watch. */
    private readonly begun?: () => void,
  ) {}

  get body(): Body | null {
    return this.current;
  }

  /** Watches this until the end that is returned, or until something else is watched. */
  start(body: Body): Unsubscribe {
    this.replace(body);
    this.connection.open();
    return () => {
      if (this.current === body) {
        this.replace(null);
      }
    };
  }

  replace(body: Body | null): void {
    this.current = body;
    this.send();
  }

  /** Asks again: a connection that was lost watches nothing. */
  send(): void {
    const { current, begun } = this;
    const acknowledge = ({ ok }: { ok: boolean }): void => {
      if (ok && current !== null && this.current === current) {
        begun?.();
      }
    };
    this.connection.send(this.event, current, ...(begun ? [acknowledge] : []));
  }

  /** Forgets what was watched; the connection is closed. */
  forget(): void {
    this.current = null;
  }
}
