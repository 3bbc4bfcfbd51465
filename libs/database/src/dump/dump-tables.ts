/** Table of a dump, with its columns in their order. */
export interface DumpTable {
  name: string;
  columns: readonly string[];
}

/**
 * Tables that are no part of a dump. The blobs are read by their store and get another place in a bucket, and the schema is made by
 * the migrations. Sessions
 * and what belongs to a sign-in under way would come alive again although they were ended meanwhile, and so would links to logs.
 * A reservation has lapsed by then.
 */
export const LEFT_OUT: readonly string[] = [
  'migration',
  'blob',
  'blob_chunk',
  'blob_bucket',
  'old_blob',
  'session',
  'email_code',
  'sign_in_limit',
  'pending_totp',
  'log_link',
  'reservation',
];

/** Every table of the schema but those of extensions, with the columns that are stored. */
export const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   group by c.relname order by c.relname`;

/** A dump takes as long as it takes: what a server ends after a while by its own settings is not ended. */
export const NO_TIME_LIMITS = `
  select set_config(name, '0', false) from pg_settings
   where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'lock_timeout')`;
