import type { ApiTokenInput } from '@switchyard/contracts';

/** Offered lives of a token in days; 0 = it never ends. */
export const TOKEN_LIVES = [30, 90, 365, 0] as const;
export type TokenLife = (typeof TOKEN_LIVES)[number];

/** The form of a new token. */
export interface TokenValues {
  name: string;
  life: TokenLife;
  /** Whether it may manage accounts. */
  accounts: boolean;
}

const dayMs = 86_400_000;

/** Body of create. `now` in milliseconds since 1970. */
export function tokenBody({ name, life, accounts }: TokenValues, now: number): ApiTokenInput {
  const expires_at = life === 0 ? null : new Date(now + life * dayMs).toISOString();
  return { name: name.trim(), expires_at, scopes: accounts ? ['accounts'] : [] };
}
