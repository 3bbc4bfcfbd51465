import { Inject, Injectable } from '@nestjs/common';
import { type ForgePage, forgePage } from '@switchyard/contracts';
import {
  InstallationTokens,
  keyDigest,
  type OutboundAnswer,
  OutboundClient,
  type OutboundRequest,
  TokenFault,
  type TokenRequest,
} from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../../config.js';
import { DISPATCHER_CONFIG, LazySecretBox } from '../../infrastructure/infrastructure.js';
import { outcomeOfFault, sendHttp } from '../http.js';
import { MESSAGE_RETRY, type Outcome, repairable } from '../message-sender.js';
import type { ForgeTarget } from '../targets.repository.js';
import { type ForgeLogin, openLogin } from './forge-api.js';

const UNAUTHORIZED = 401;
/** A request that has begun must end before its token does. */
const LEAST_MINUTES = 5;

/** Call to a forge. */
export interface ForgeCall {
  /** Null = the forge takes none. */
  request: (page: ForgePage, login: ForgeLogin) => OutboundRequest | null;
  /** False for an answer of success that reports a fault. */
  accepts?: (answer: OutboundAnswer) => boolean;
}

/** A repository at its forge, and whom that is trusted by. */
type Place = Pick<TokenRequest, 'page' | 'ca'>;

/** Calls the API of the forge of a repository, signed in with the key that the repository names for it. */
@Injectable()
export class ForgeClient {
  private readonly client: OutboundClient;
  private readonly tokens: InstallationTokens;

  constructor(
    private readonly secrets: LazySecretBox,
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
  ) {
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
    this.tokens = new InstallationTokens(this.client, LEAST_MINUTES);
  }

  async send(target: ForgeTarget, call: ForgeCall, signal: AbortSignal): Promise<Outcome> {
    const page = forgePage(target);
    if (!page) {
      return repairable('address');
    }
    const login = await openLogin(this.secrets, target);
    if (typeof login === 'string') {
      return repairable(login);
    }
    const place = { page, ca: target.certificates };
    return 'app_id' in login
      ? this.sendAsApp({ app: login, of: keyDigest(target.keyId, target.secret), ...place }, call, signal)
      : this.sendAs(login, place, call, signal);
  }

  private async sendAs(
    login: ForgeLogin,
    { page, ca = '' }: Place,
    call: ForgeCall,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const request = call.request(page, login);
    return request ? sendHttp(this.client, { ...request, signal, ca }, call.accepts) : repairable('address');
  }

  private async sendAsApp(asked: TokenRequest, call: ForgeCall, signal: AbortSignal): Promise<Outcome> {
    if (asked.page.forge !== 'github') {
      return repairable('no_secret');
    }
    const token = await this.tokens.token(asked, signal).catch(faultOf);
    if (token instanceof TokenFault) {
      return token.reason === 'other_server' ? repairable('address') : outcomeOfFault(token.reason);
    }
    const outcome = await this.sendAs({ login: '', password: token }, asked, call, signal);
    if (outcome.status === UNAUTHORIZED) {
      this.tokens.forget(asked);
    }
    return outcome;
  }
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof TokenFault) {
    return error;
  }
  throw error;
}

/** Reports to forges, one message of a target at a time. */
@Injectable()
export abstract class ForgeSender {
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;

  constructor(
    protected readonly dataSource: DataSource,
    protected readonly forges: ForgeClient,
    @Inject(DISPATCHER_CONFIG) protected readonly config: DispatcherConfig,
  ) {}
}
