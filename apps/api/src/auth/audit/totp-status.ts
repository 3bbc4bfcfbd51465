/** Whether a user has an authenticator: all that is recorded of one. */
export class TotpStatus {
  totpEnabled = false;
}

/** Audit record of an authenticator that a user gains or loses. */
export const totpChange = (userId: number, totpEnabled: boolean) => ({
  entity: TotpStatus,
  objectType: 'user',
  objectId: userId,
  before: { totpEnabled: !totpEnabled },
  after: { totpEnabled },
});
