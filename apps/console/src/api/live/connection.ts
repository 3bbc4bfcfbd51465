import { Listeners } from './listeners.js';

/** `ready` = connected; `lost` = trying again every two seconds. */
export type LinkStatus = 'connecting' | 'ready' | 'lost';

/** Members of a Socket.IO socket that are used. */
export interface LiveSocket {
  on(event: string, handle: (...args: unknown[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  connect(): unknown;
  close(): unknown;
}

/** Loads the code of sockets, and returns what opens one. */
export type SocketLoader = () => Promise<() => LiveSocket>;

export const RECONNECT_MS = 2_000;
/** How long a loss is kept from people: most connections come back at once. */
export const NOTICE_MS = 3_000;

/** Whether the server answered that there is no session, or none that may connect; the link itself reports other faults. */
const isRefused = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'description' in error &&
  (error.description === 401 || error.description === 403);

/**
 * The one connection of this page to the server: opened when it is first needed, tried again whenever it is lost.
 *
 *     connecting ── connect ──> ready ── disconnect ──> lost ── connect ──> ready
 *          └──────── no code, or no connection ─────────^
 *     any state ── close() ──> connecting, with no socket
 */
export class Connection {
  /** After each change of `state` or `isLostForLong`. */
  readonly changes = new Listeners();
  /** Each time it is ready; `again` = it was lost before. */
  readonly connects = new Listeners<[again: boolean]>();
  /** Each time a connection that was ready breaks. */
  readonly losses = new Listeners();
  private readonly handlers = new Map<string, (body: unknown) => void>();
  private socket: LiveSocket | undefined;
  /** The load of the code that is under way, or its pause; one that is over or given up is another one. */
  private opening: object | undefined;
  private linkStatus: LinkStatus = 'connecting';
  private lostForLong = false;
  private notice: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly load: SocketLoader) {}

  get state(): LinkStatus {
    return this.linkStatus;
  }

  /** It has been lost for three seconds. */
  get isLostForLong(): boolean {
    return this.lostForLong;
  }

  /** Handles the messages of a name, of whatever socket. */
  on<Body>(event: string, handle: (body: Body) => void): void {
    this.handlers.set(event, (body) => handle(body as Body));
  }

  /** Sends a message if the connection is ready; who connects again sends what is still wanted. */
  send(event: string, ...args: unknown[]): void {
    if (this.linkStatus === 'ready') {
      this.socket?.emit(event, ...args);
    }
  }

  open(): void {
    if (this.socket !== undefined || this.opening !== undefined) {
      return;
    }
    const mine = (this.opening = {});
    this.load().then(
      (openSocket) => this.opening === mine && this.adopt(openSocket()),
      () => this.opening === mine && this.retry(mine),
    );
  }

  /** Opens the link with the session of now; what is wanted of it is asked again. */
  reopen(): void {
    this.close();
    this.open();
  }

  close(): void {
    this.socket?.close();
    this.socket = undefined;
    this.opening = undefined;
    this.enter('connecting');
  }

  /** The code could not be loaded. */
  private retry(mine: object): void {
    this.enter('lost');
    setTimeout(() => {
      if (this.opening === mine) {
        this.opening = undefined;
        this.open();
      }
    }, RECONNECT_MS);
  }

  private adopt(socket: LiveSocket): void {
    this.opening = undefined;
    this.socket = socket;
    const on = (event: string, handle: (body: unknown) => void): void =>
      void socket.on(event, (body) => this.socket === socket && handle(body));
    on('connect', () => this.handleConnect());
    on('disconnect', (reason) => this.handleDisconnect(socket, reason));
    on('connect_error', (error) => this.handleRefusal(error));
    this.handlers.forEach((handle, event) => on(event, handle));
  }

  private handleConnect(): void {
    const again = this.linkStatus === 'lost';
    this.enter('ready');
    this.connects.call(again);
  }

  /** A socket that the server ended does not come back by itself. */
  private handleDisconnect(ended: LiveSocket, reason: unknown): void {
    this.enter('lost');
    this.losses.call();
    if (reason === 'io server disconnect') {
      setTimeout(() => this.socket === ended && ended.connect(), RECONNECT_MS);
    }
  }

  /** A server that lets nobody in without a session is not asked again until somebody opens the link. */
  private handleRefusal(error: unknown): void {
    if (isRefused(error)) {
      this.socket?.close();
      this.socket = undefined;
    }
    this.enter('lost');
  }

  private enter(state: LinkStatus): void {
    this.linkStatus = state;
    if (state === 'lost') {
      this.notice ??= setTimeout(() => this.showLoss(), NOTICE_MS);
    } else {
      clearTimeout(this.notice);
      this.notice = undefined;
      this.lostForLong = false;
    }
    this.changes.call();
  }

  private showLoss(): void {
    this.lostForLong = true;
    this.changes.call();
  }
}
