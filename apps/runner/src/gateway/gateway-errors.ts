import { ErrorCode } from '@switchyard/contracts';

/** An answer of the control plane other than success. `code` is its `error` text, `null` when the body was not its own. */
export class GatewayError extends Error {
  constructor(
    readonly status: number,
    readonly code: string | null,
    call: string,
  ) {
    super(`${call} answered ${status}${code ? ` ${code}` : ''}`);
    this.name = new.target.name;
  }
}

/** The lease is lost, another runner may hold the task: kill its processes, forget it, report nothing more. */
export class LeaseLostError extends GatewayError {
  constructor(call: string) {
    super(409, ErrorCode.leaseLost, call);
  }
}

/** The request did not reach the control plane, or its answer did not come back. */
export class ConnectionError extends Error {
  constructor(
    call: string,
    cause: unknown,
    /** True when a kept-alive socket was closed by the peer before it answered. */
    readonly onReusedSocket = false,
  ) {
    super(`${call} failed: ${cause instanceof Error ? cause.message || errorCode(cause) : String(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

/** A successful answer that does not have the form of the protocol, as a captive proxy sends. */
export class MalformedAnswerError extends Error {
  constructor(call: string, cause: unknown) {
    super(`${call} answered something that is not the runner protocol`, { cause });
    this.name = 'MalformedAnswerError';
  }
}

/** A permanent error: no retry can cure it; the process ends with exit code 78 (sysexits `EX_CONFIG`) and this one line. */
export class FatalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FatalError';
  }
}

/** This runner cannot work with the control plane: its key is another one than the runner trusts, or its protocol another version. */
export class UnusableServerError extends FatalError {
  constructor(
    /** Key of the control plane, base64. */
    readonly publicKey: string,
    message: string,
  ) {
    super(message);
  }
}

function errorCode(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}
