import { type ApiTokenInput, TOKEN_SCOPES } from '@switchyard/contracts';

/** Offered lives of a token in days; 0 = it never ends. */
export const TOKEN_LIVES = [30, 90, 365, 0] as const;
export type TokenLife = (typeof TOKEN_LIVES)[number];

/** The form of a new token. */
export interface TokenValues {
  name: string;
  life: TokenLife;
  /** Whether it may manage accounts. */
  accounts: boolean;
  /** Whether it may make what goes on after it has ended. */
  lasting: boolean;
}

const dayMs = 86_400_000;

/** Body of create. `now` in milliseconds since 1970. */
export function tokenBody({ name, life, accounts, lasting }: TokenValues, now: number): ApiTokenInput {
  const expires_at = life === 0 ? null : new Date(now + life * dayMs).toISOString();
  const scopes = TOKEN_SCOPES.filter((scope) => ({ accounts, lasting })[scope]);
  return { name: name.trim(), expires_at, scopes };
}
