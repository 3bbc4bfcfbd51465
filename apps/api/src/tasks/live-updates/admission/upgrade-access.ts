import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { clientAddress } from '@switchyard/server';
import { Authenticator } from '../../../auth/access/authenticator.js';
import { type Caller, isAuthFailure } from '../../../auth/access/caller.js';
import { hostOf, isForeignOrigin } from '../../../auth/access/request-origin.js';
import type { ApiConfig } from '../../../platform/config.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { TokenEnds } from './token-ends.js';

/** Decides who may open a live connection: a signed-in caller whose page, if any, is ours. */
@Injectable()
export class UpgradeAccess {
  private readonly publicHost: string | null;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly tokenEnds: TokenEnds,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {
    this.publicHost = config.SWITCHYARD_WEB_HOST ? hostOf(config.SWITCHYARD_WEB_HOST) : null;
  }

  /** The caller, or `null` when the connection must be refused. */
  async callerOf(request: IncomingMessage): Promise<Caller | null> {
    const address = clientAddress(request, this.config.SWITCHYARD_TRUST_PROXY);
    const caller = await this.authenticator.authenticate(request.headers, address);
    if (isAuthFailure(caller)) {
      return null;
    }
    if (caller.tokenEnd) {
      this.tokenEnds.watch(caller.userId, caller.tokenEnd);
    }
    return caller.via === 'session' && isForeignOrigin(request.headers, this.publicHost) ? null : caller;
  }

  canSeeProject(userId: number, projectId: number): Promise<boolean> {
    return this.authenticator.canSeeProject(userId, projectId);
  }
}
