import { type MatchMethod, senderPreset, SENDERS, type WebhookPlace } from '@switchyard/contracts';
import type { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import type { PushRules } from './push-filter.js';

/** The login and password of a key. */
export interface Login {
  login: string;
  password: string;
}

/** How the senders of one integration prove themselves. */
export interface Lock {
  row: Pick<Integration, 'authMethod' | 'authHeader' | 'hmacAlgorithm' | 'hmacPrefix'>;
  /** `null` = there is no secret, so that nobody can. */
  secret: Login | null;
}

/** Rules of one integration about a webhook. */
export interface Reader {
  row: Integration;
  matchers: readonly IntegrationMatcher[];
  values: readonly IntegrationValue[];
  /** `null` = its key holds none, so that nobody proves himself. */
  secret: Login | null;
  /** Its template runs on pull requests. */
  takesPulls: boolean;
  /** Its template applies plans once their pull request is merged. */
  appliesOnMerge: boolean;
  /** Its template names runners for forks. */
  takesForks: boolean;
}

/** A matcher, without what is only shown. */
export interface Condition {
  place: WebhookPlace;
  method: MatchMethod;
  value: string;
  /** It is the preset's for pushes, which a pull request need not meet. */
  isOfPush: boolean;
}

/** Members of a reader that a thread needs. */
export interface ReaderRules {
  lock: Lock;
  conditions: Condition[];
  values: WebhookPlace[];
  push: PushRules;
}

/** Readers as judging takes them, and as JSON, which a thread gets in a fraction of the time that the objects would take. */
export class WebhookRules {
  readonly readers: readonly ReaderRules[];
  private json: string | undefined;

  constructor(readers: readonly Reader[]) {
    this.readers = readers.map(planned);
  }

  get text(): string {
    this.json ??= JSON.stringify(this.readers);
    return this.json;
  }
}

function planned({ row, secret, matchers, values, takesPulls }: Reader): ReaderRules {
  const { authMethod, authHeader, hmacAlgorithm, hmacPrefix, branches, paths } = row;
  return {
    lock: { row: { authMethod, authHeader, hmacAlgorithm, hmacPrefix }, secret },
    conditions: matchers.map((matcher) => {
      const { matchType: part, bodyDataType: dataType, key, method, value } = matcher;
      return { place: { part, dataType, key }, method, value, isOfPush: isOfPush(matcher) };
    }),
    values: values.map(({ valueSource: part, bodyDataType: dataType, key }) => ({ part, dataType, key })),
    push: { branches, paths, takesPulls },
  };
}

/** Matchers for pushes that a choice of a forge sets. */
const OF_PUSHES = SENDERS.flatMap((sender) => senderPreset(sender).matchers);

const isOfPush = ({ matchType, key, method, value }: IntegrationMatcher): boolean =>
  OF_PUSHES.some(
    (each) => each.match_type === matchType && each.key === key && each.method === method && each.value === value,
  );
