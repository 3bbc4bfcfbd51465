import type { ApiTokenInput } from '@switchyard/contracts';

/** Offered lives of a token in days; 0 = it never ends. */
export const TOKEN_LIVES = [30, 90, 365, 0] as const;
export type TokenLife = (typeof TOKEN_LIVES)[number];

/** The form of a new token. */
export interface TokenValues {
  name: string;
  life: TokenLife;
}

const dayMs = 86_400_000;

/** Body of create. `now` in milliseconds since 1970. */
export function tokenBody({ name, life }: TokenValues, now: number): ApiTokenInput {
  return { name: name.trim(), expires_at: life === 0 ? null : new Date(now + life * dayMs).toISOString() };
}
