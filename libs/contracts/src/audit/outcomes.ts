/** `refused`: the caller might not do it, or a sign-in failed; `failed`: something broke on our side. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const;
