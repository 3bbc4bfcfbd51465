/** Whether a user has an authenticator: all that is recorded of one. */
export class TotpStatus {
  totpEnabled = false;
}

/** What is recorded when a user gets an authenticator, or loses it. */
export const totpChange = (userId: number, totpEnabled: boolean) => ({
  entity: TotpStatus,
  objectType: 'user',
  objectId: userId,
  before: { totpEnabled: !totpEnabled },
  after: { totpEnabled },
});
