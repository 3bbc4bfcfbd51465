import {
  type AttemptLease,
  GivenIdTokens,
  type IdTokensAnswer,
  type Job,
  type NamedSecret,
  type SealedJob,
} from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import nacl from 'tweetnacl';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { LeaseLostError } from '../gateway/gateway-errors.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { Assignment } from './assignment.js';
import type { IdTokenFacts } from './attempt-context.js';
import type { AttemptControl } from './attempt-control.js';

/** How many tokens of each variable are masked: those before the last may still be valid, and a program prints what it read. */
const MASKED = 4;

interface TokenParts {
  gateway: GatewayClient;
  log: RunnerLog;
}

/** What the log of an attempt is masked with. */
interface LogSecrets {
  masker: SecretMasker;
  /** By their places in the masker. */
  secrets: readonly NamedSecret[];
}

/** Places for the ID tokens of a job behind its other secrets: the log names them before they are known. */
export const idTokenPlaces = ({ id_tokens: variables = [] }: Pick<Job, 'id_tokens'>): NamedSecret[] =>
  variables.map((name) => ({ value: '', name: { kind: 'variable', name, of: '' } }));

/** Asks the control plane for the ID tokens of one attempt, and keeps them out of its log. */
export class AttemptIdTokens {
  private readonly lease: AttemptLease;
  private known: GivenIdTokens['tokens'] = [];
  private log: LogSecrets | null = null;

  constructor(
    job: SealedJob,
    private readonly state: AttemptControl,
    private readonly assignment: Assignment,
    private readonly parts: TokenParts,
  ) {
    this.lease = { attempt: job.attempt, lease: job.lease };
  }

  /** Tokens are masked in this log from their arrival on. */
  maskIn(log: LogSecrets): void {
    this.log = log;
  }

  /** @throws Error when there are none, or the attempt is not the runner's */
  async request(facts: IdTokenFacts, signal: AbortSignal): Promise<GivenIdTokens> {
    await this.assignment.whenMade(signal);
    signal.throwIfAborted();
    const given = this.open(await this.repeat(signal, () => this.parts.gateway.idTokens({ ...this.lease, ...facts })));
    this.known = [...given.tokens, ...this.known].slice(0, MASKED * given.tokens.length);
    this.mask();
    return given;
  }

  private mask(): void {
    const places = this.log?.secrets.map(({ value, name }) => (value === '' ? name?.name : undefined)) ?? [];
    const placed = this.known.map(({ variable, token }) => ({ value: token, place: places.lastIndexOf(variable) }));
    this.log?.masker.maskAlso(placed.filter(({ place }) => place >= 0));
  }

  private open({ nonce, sealed }: IdTokensAnswer): GivenIdTokens {
    const bytes = nacl.box.open.after(fromBase64(sealed), fromBase64(nonce), this.parts.gateway.jobKey);
    if (!bytes) {
      throw new Error('the ID tokens are not sealed to the key of this runner');
    }
    return GivenIdTokens.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  }

  private async repeat<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const { gateway, log } = this.parts;
    const onFailure = retryReporter(log, `ID tokens of attempt ${this.lease.attempt}`);
    try {
      return await retrying(call, { connection: gateway.connection, signal, onFailure });
    } catch (error) {
      if (error instanceof LeaseLostError) {
        this.state.doubt();
      }
      throw error;
    }
  }
}

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
