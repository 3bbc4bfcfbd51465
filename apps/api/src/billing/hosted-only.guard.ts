import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import type { Entitlements } from '@switchyard/server';
import { notFound } from '../platform/http/refusals.js';
import { ENTITLEMENTS } from '../platform/infrastructure/tokens.js';

/** Nothing is sold where people host the server themselves. */
@Injectable()
export class HostedOnlyGuard implements CanActivate {
  constructor(@Inject(ENTITLEMENTS) private readonly entitlements: Entitlements) {}

  canActivate(): true {
    if (this.entitlements.edition !== 'hosted') {
      throw notFound('billing_address');
    }
    return true;
  }
}
