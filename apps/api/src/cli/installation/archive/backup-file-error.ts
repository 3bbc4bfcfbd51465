/** A backup cannot be used; the message explains why to the person at the server. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}
