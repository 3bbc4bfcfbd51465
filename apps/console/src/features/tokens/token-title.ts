import type { ApiToken } from '@switchyard/contracts';

/** Part of a token that may be shown at any time. */
export const maskedToken = ({ id }: Pick<ApiToken, 'id'>): string => `${id.slice(0, 8)}***`;

/** The name of a token, else what may be shown of it. */
export const tokenTitle = (token: Pick<ApiToken, 'id' | 'name'>): string => token.name || maskedToken(token);
