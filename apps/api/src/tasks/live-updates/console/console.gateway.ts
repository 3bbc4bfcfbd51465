import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { RealtimeEvent } from '@switchyard/contracts';
import type { Server, Socket } from 'socket.io';
import { EventRate } from '../event-rate.js';
import { UpgradeAccess } from '../admission/upgrade-access.js';
import { LIVE_PATH } from '../live-path.js';
import { cut } from './console-backlog.js';
import { ConsoleClients } from './console-clients.js';
import type { SocketData } from '../console-rooms.js';
import { ConsoleWatching } from './console-watching.js';

/** Whether a request to watch something was granted. */
interface Granted {
  ok: boolean;
}

/** Largest event of a console, in bytes. */
const MAX_EVENT = 65_536;

/** Requests of consoles over socket.io. Who may connect at all, and how often, `LiveAdapter` decides before the upgrade. */
@WebSocketGateway({
  path: LIVE_PATH,
  addTrailingSlash: false,
  destroyUpgrade: false,
  serveClient: false,
  maxHttpBufferSize: MAX_EVENT,
})
export class ConsoleGateway implements OnGatewayInit<Server>, OnGatewayConnection<Socket> {
  private readonly log = new Logger(ConsoleGateway.name);

  constructor(
    private readonly rate: EventRate,
    private readonly access: UpgradeAccess,
    private readonly watching: ConsoleWatching,
    private readonly clients: ConsoleClients,
  ) {}

  afterInit(io: Server): void {
    io.use((socket, next) => void this.admit(socket).then(() => next(), next));
    this.clients.serve(io);
  }

  /** Counts every event, also those that nobody handles. */
  handleConnection(socket: Socket): void {
    socket.use((event, next) => this.admitEvent(socket, event.at(-1), next));
  }

  @SubscribeMessage(RealtimeEvent.watchProject)
  watchProject(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): Promise<Granted> {
    return this.granted(() => this.watching.watchProject(socket, body));
  }

  @SubscribeMessage(RealtimeEvent.watchTask)
  watchTask(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): Promise<Granted> {
    return this.granted(() => this.watching.watchTask(socket, body));
  }

  @SubscribeMessage(RealtimeEvent.watchRunners)
  watchRunners(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): Promise<Granted> {
    return this.granted(() => this.watching.watchRunners(socket, body));
  }

  @SubscribeMessage(RealtimeEvent.watchDeliveries)
  watchDeliveries(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): Promise<Granted> {
    return this.granted(() => this.watching.watchDeliveries(socket, body));
  }

  /** Runs before the client knows that it is connected: its first requests must find their handlers. */
  private async admit(socket: Socket): Promise<void> {
    const caller = await this.access.callerOf(socket.request);
    if (!caller) {
      throw new Error('not signed in');
    }
    const watched = { project: null, task: null, runners: null, deliveries: null };
    socket.data = { userId: caller.userId, refused: 0, watched } satisfies SocketData;
  }

  private admitEvent(socket: Socket, ack: unknown, next: () => void): void {
    if (this.rate.admits(socket)) {
      next();
    } else if (this.rate.isExhausted(socket)) {
      cut(socket);
    } else if (typeof ack === 'function') {
      (ack as (answer: Granted) => void)({ ok: false });
    }
  }

  private async granted(work: () => Promise<boolean>): Promise<Granted> {
    try {
      return { ok: await work() };
    } catch (error) {
      this.log.warn(`live request failed: ${String(error)}`);
      return { ok: false };
    }
  }
}
