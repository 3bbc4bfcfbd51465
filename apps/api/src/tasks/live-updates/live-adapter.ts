import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { ConsoleAdmission } from './admission/console-admission.js';
import { refuseUpgrade } from './admission/refuse-upgrade.js';
import { LIVE_PATH } from './live-path.js';
import { PlainClients } from './plain/plain-clients.js';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The WebSocket adapter of the app: admits before it upgrades, and shares {@link LIVE_PATH} between its two kinds of client. */
export class LiveAdapter extends IoAdapter {
  private readonly log = new Logger(LiveAdapter.name);
  private readonly server: HttpServer;
  private readonly consoles: ConsoleAdmission;
  private readonly plain: PlainClients;

  constructor(app: NestFastifyApplication) {
    const server: HttpServer = app.getHttpServer();
    super(server);
    this.server = server;
    this.consoles = app.get(ConsoleAdmission, { strict: false });
    this.plain = app.get(PlainClients, { strict: false });
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest: ServerOptions['allowRequest'] = (request, decide) => void this.consoles.allow(request, decide);
    const io = super.createIOServer(port, { ...options, allowRequest } as ServerOptions) as Server;
    this.consoles.follow(io);
    this.takeOverUpgrades();
    return io;
  }

  /** Ends the connections. The HTTP server, which that of socket.io would close as well, is the app's. */
  override async close(io: Server): Promise<void> {
    io.disconnectSockets(true);
    io.engine.close();
    await Promise.resolve();
  }

  /** engine.io answers 400 to upgrades it does not know; here exactly one side handles each request. */
  private takeOverUpgrades(): void {
    const engine = this.server.listeners('upgrade') as UpgradeListener[];
    this.server.removeAllListeners('upgrade');
    this.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const enter = (): void => engine.forEach((each) => each.call(this.server, request, socket, head));
      socket.on('error', () => socket.destroy());
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname.replace(/\/$/, '') !== LIVE_PATH) {
        socket.destroy();
      } else if (url.searchParams.has('sid')) {
        enter();
      } else if (url.searchParams.has('EIO')) {
        this.settle(this.enterConsole(request, socket, enter));
      } else {
        this.settle(this.plain.accept(request, socket, head).catch(() => socket.destroy()));
      }
    });
  }

  private async enterConsole(request: IncomingMessage, socket: Duplex, enter: () => void): Promise<void> {
    const refusal = await this.consoles.enter(request).catch(() => 401 as const);
    if (refusal === 0) {
      enter();
    } else {
      refuseUpgrade(socket, refusal);
    }
  }

  private settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.log.warn(`live connection: ${String(error)}`));
  }
}
