/** Advisory lock that a backup holds while it reads; the number means nothing but must never change. */
export const BACKUP_LOCK = 727_290;

/**
 * A backup is under way: what its snapshot names must stay, also where it lies outside of the database. The lock goes with
 * the connection of the backup, however that ends. As locks are read at the time of the statement and not of its snapshot,
 * a statement that finds no backup sees no less than the snapshot of a backup that begins later.
 */
export const backupUnderWay = (): string =>
  `exists (select from pg_locks
     where locktype = 'advisory' and classid = 0 and objid = ${BACKUP_LOCK} and granted
       and database = (select oid from pg_database where datname = current_database()))`;
