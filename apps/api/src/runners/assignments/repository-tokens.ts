import { Inject, Injectable } from '@nestjs/common';
import { retry } from '@switchyard/concurrency';
import { appPage, appServer, type Credential, type Problem, problem } from '@switchyard/contracts';
import { type AccessKey, type GitRepository, ItemFault } from '@switchyard/database';
import {
  InstallationTokens,
  keyDigest,
  OutboundClient,
  TokenFault,
  type TokenPermissions,
  type TokenRequest,
} from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { inTime } from '../../resources/shared/in-time.js';
import { CredentialReader, keyFault } from './credential-reader.js';
import type { GivenToken } from './forge-token.js';
import { mayPass, reasonOf } from './token-reasons.js';

/** How long a caller waits: longer ones would hold up the jobs of others in the same answer. */
const PATIENCE_MS = 1_000;
/** Longest time of all tries: shorter than the lease of an attempt that nobody has taken. */
const LIMIT_MS = 10_000;
/** Longest time of one try. */
const TRY_MS = 5_000;
/** How long a fault is kept for the one that waits for the token. */
const KEPT_MS = 5_000;
const MAX_ASKINGS = 2_000;
/** A job waits at its runner, and a large repository takes its time. */
const LEAST_MINUTES = 30;
/** A tool may use its token until the end: it gets one that has just been made, or nearly so. */
const TOOL_MINUTES = 50;
const RETRY = { tries: 5, min: 500, max: 4_000, jitter: 'equal' } as const;

/** Name of the user that git signs in as with a token of an installation. */
const LOGIN = 'x-access-token';

/** Repositories that a key opens. */
export type OpenedRepository = Pick<GitRepository, 'id' | 'gitUrl' | 'sshKeyId' | 'caCertificates'>;

/**
 * Tokens for repositories whose key is a GitHub App: of that one repository, for an hour at most. Runners fetch with some, which read
 * contents alone; tools get others where their template asks. They are stored nowhere.
 */
@Injectable()
export class RepositoryTokens {
  private readonly tokens: InstallationTokens;
  private readonly ofTools: InstallationTokens;
  private readonly askings = new LRUCache<string, Promise<string | Problem>>({ max: MAX_ASKINGS });

  constructor(
    private readonly credentials: CredentialReader,
    @Inject(API_CONFIG) { SWITCHYARD_OUTBOUND_ALLOW: allow }: ApiConfig,
  ) {
    const client = new OutboundClient({ allow, timeoutMs: TRY_MS });
    this.tokens = new InstallationTokens(client, LEAST_MINUTES);
    this.ofTools = new InstallationTokens(client, TOOL_MINUTES);
  }

  /**
   * Returns the credentials of those repositories whose key is a GitHub App, by their id.
   * @param patienceMs at most; what was begun goes on for the next that wants the same
   * @throws ItemFault when there is no token, PendingSecretsError when it takes longer
   */
  async of(
    repositories: readonly OpenedRepository[],
    keys: readonly AccessKey[],
    patienceMs = PATIENCE_MS,
  ): Promise<Map<number, Credential>> {
    const given = await Promise.all(
      repositories.map(async (repository) => {
        const key = keys.find(({ id }) => id === repository.sshKeyId);
        const request = key && this.requestOf(key, repository);
        return request ? [[repository.id, signIn(key, await this.given(key, request, patienceMs))] as const] : [];
      }),
    );
    return new Map(given.flat());
  }

  /**
   * Returns the token of a tool, with the permissions that the app has.
   * @throws ItemFault when there is no token, also as the key is no app; PendingSecretsError when it takes longer
   */
  async ofTool(
    repository: OpenedRepository,
    keys: readonly AccessKey[],
    permissions: TokenPermissions,
  ): Promise<GivenToken> {
    const key = keys.find(({ id }) => id === repository.sshKeyId);
    const request = key && this.requestOf(key, repository);
    if (!request) {
      throw new ItemFault(problem('forge_token_no_app'));
    }
    const token = await this.given(key, { ...request, permissions, asGranted: true }, PATIENCE_MS);
    return { token, keyName: key.name };
  }

  /** null = the key is no app. @throws ItemFault for an address that is none of its server */
  private requestOf(key: AccessKey, { gitUrl, caCertificates: ca }: OpenedRepository): TokenRequest | null {
    const app = this.credentials.app(key);
    if (app === null) {
      return null;
    }
    const page = appPage(gitUrl);
    if (page?.origin !== appServer(app)) {
      throw keyFault(key, 'github_app_address');
    }
    return { of: keyDigest(key.id, key.secret), app, page, ca, permissions: { contents: 'read' } };
  }

  private async given({ name }: AccessKey, request: TokenRequest, patienceMs: number): Promise<string> {
    const answer = await inTime(this.asking(request), patienceMs);
    if (typeof answer !== 'string') {
      throw new ItemFault(problem('app_no_token', { name, server: appServer(request.app), reason: answer }));
    }
    return answer;
  }

  /** Concurrent requests for the same token share one call. A fault is kept for a moment, for those that could not wait for it. */
  private asking(request: TokenRequest): Promise<string | Problem> {
    const key = JSON.stringify([request.of, request.page, request.ca, request.permissions]);
    const known = this.askings.get(key);
    if (known) {
      return known;
    }
    const asking = this.ask(request);
    this.askings.set(key, asking);
    const end = (answer: string | Problem): void => {
      if (typeof answer === 'string') {
        this.askings.delete(key);
      } else {
        this.askings.set(key, asking, { ttl: KEPT_MS });
      }
    };
    asking.then(end, () => this.askings.delete(key));
    return asking;
  }

  private async ask(request: TokenRequest): Promise<string | Problem> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const tokens = request.asGranted ? this.ofTools : this.tokens;
    const isRetryable = (error: unknown): boolean => error instanceof TokenFault && mayPass(error);
    try {
      return await retry(() => tokens.token(request, signal), { ...RETRY, signal, isRetryable });
    } catch (error) {
      if (error instanceof TokenFault) {
        return reasonOf(error);
      }
      if (signal.aborted) {
        return problem('app_late');
      }
      throw error;
    }
  }
}

const signIn = ({ name }: AccessKey, password: string): Credential => ({
  type: 'login_password',
  login: LOGIN,
  password,
  key_name: name,
});
