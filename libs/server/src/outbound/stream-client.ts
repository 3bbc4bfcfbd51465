import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { anySignal } from '@switchyard/concurrency';
import { contextTrusting } from '@switchyard/connections';
import { AddressFilter } from './address-filter.js';
import { guardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.js';
import { faultOf, OutboundError } from './outbound-error.js';

/** A server that takes bytes. `host` is a name or an address without brackets. */
export interface StreamPlace {
  tls: boolean;
  host: string;
  port: number;
}

export interface StreamOptions {
  /** Targets that are allowed besides public addresses: addresses, ranges (CIDR), host names. */
  allow?: readonly string[];
  /** Time until the last byte is handed over; default 10 s. */
  timeoutMs?: number;
  /** How long the server may take to close its end; default 2 s. */
  patienceMs?: number;
  resolve?: Resolve;
  /** PEM of authorities that are trusted beside those of all connections. */
  ca?: string;
}

/** Sends bytes to addresses that people gave, over TCP or TLS, addresses checked as by the client for http. */
export class StreamClient {
  private readonly filter: AddressFilter;
  private readonly options: Required<Omit<StreamOptions, 'allow' | 'ca'>> & Pick<StreamOptions, 'ca'>;

  constructor({ allow = [], ...options }: StreamOptions = {}) {
    this.filter = new AddressFilter(allow);
    this.options = { timeoutMs: 10_000, patienceMs: 2_000, resolve: resolveBySystem, ...options };
  }

  /**
   * Sends everything over one connection and closes it. Fulfilled when the server has closed its end as well, or has
   * left it open for a while without an error.
   * @throws OutboundError
   */
  async send(place: StreamPlace, data: Buffer, signal: AbortSignal): Promise<void> {
    if (isIP(place.host) !== 0 && !this.filter.permits(place.host)) {
      throw new OutboundError('refused');
    }
    const bounded = anySignal([AbortSignal.timeout(this.options.timeoutMs), signal]);
    const socket = this.open(place);
    const stop = (): void => void socket.destroy(new OutboundError('too_slow'));
    bounded.addEventListener('abort', stop);
    try {
      await this.handOver(socket, data);
    } catch (error) {
      throw error instanceof OutboundError ? error : new OutboundError(faultOf((error as NodeJS.ErrnoException).code));
    } finally {
      bounded.removeEventListener('abort', stop);
      socket.destroy();
    }
  }

  private open({ tls, host, port }: StreamPlace): Socket {
    const lookup = guardedLookup(this.filter, this.options.resolve);
    const { ca } = this.options;
    return tls
      ? connectTls({
          host,
          port,
          lookup,
          ...(isIP(host) === 0 && { servername: host }),
          ...(ca !== undefined && { secureContext: contextTrusting(ca) }),
        })
      : connectTcp({ host, port, lookup });
  }

  private handOver(socket: Socket, data: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      let patience: NodeJS.Timeout | undefined;
      socket.on('error', reject);
      socket.on('close', () => {
        clearTimeout(patience);
        if (socket.writableFinished) {
          resolve();
        } else {
          reject(new OutboundError('unreachable'));
        }
      });
      socket.on('finish', () => (patience = setTimeout(resolve, this.options.patienceMs)));
      socket.resume();
      socket.end(data);
    });
  }
}
