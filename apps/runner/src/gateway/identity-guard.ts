import type { IncomingHttpHeaders } from 'node:http';
import { ErrorCode, RUNNER_HEADERS, own } from '@switchyard/contracts';
import { FatalError, GatewayError } from './gateway-errors.js';

/** Refusals in a row after which the runner gives up: one may come from a control plane that is just being replaced. */
const MAX_REFUSALS = 4;
/** The process that holds the identity may be dead; the control plane forgets it after 45 s. Pauses grow to ten seconds. */
const MAX_DUPLICATE_REFUSALS = 15;

const FATAL_TEXT: Readonly<Record<string, string>> = {
  [ErrorCode.unknownRunner]:
    'the control plane does not know the token of this runner (UNKNOWN_RUNNER): it was removed, or SWITCHYARD_RUNNER_TOKEN is wrong',
  [ErrorCode.badSignature]:
    'the control plane refuses the signature of this runner (BAD_SIGNATURE): SWITCHYARD_RUNNER_PRIVATE_KEY_FILE does not belong to the token',
  [ErrorCode.duplicateRunner]:
    'another process works with the identity of this runner (DUPLICATE_RUNNER): stop it, or give this one an identity of its own',
  [ErrorCode.protocolVersion]:
    'the control plane does not support the protocol version of this runner (PROTOCOL_VERSION)',
};

/** Looks at refused calls: corrects the clock, and reports an identity that is refused again and again. */
export class IdentityGuard {
  private refusals = 0;

  constructor(private readonly onRefused: (error: FatalError) => void) {}

  accepted(): void {
    this.refusals = 0;
  }

  check(error: unknown, headers: IncomingHttpHeaders, learnTime: (serverMs: number) => void): void {
    if (!(error instanceof GatewayError) || error.code === null) {
      return;
    }
    if (error.code === ErrorCode.clockSkew) {
      learnTime(Number(headers[RUNNER_HEADERS.time]));
      return;
    }
    const text = own(FATAL_TEXT, error.code);
    if (text === undefined) {
      return;
    }
    this.refusals++;
    const limit = error.code === ErrorCode.duplicateRunner ? MAX_DUPLICATE_REFUSALS : MAX_REFUSALS;
    if (this.refusals === limit || error.code === ErrorCode.protocolVersion) {
      this.onRefused(new FatalError(text));
    }
  }
}
