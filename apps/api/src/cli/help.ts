/** Answer of `--help`. */
export const HELP = `Switchyard, for people at the server. It needs SWITCHYARD_DATABASE_URL, or SWITCHYARD_CONFIG with it.

  user list                          shows every user
  user change-password --login L     gives a user a new password and ends his sessions and API tokens
       [--password P]                without it the password is read from standard input
  user add --login L --name N --email E
       [--admin]                     as an administrator
       [--password P]                without it the password is read from standard input
  user disable-two-factor --login L  lets a user who lost his device sign in without it
  setup --runner-dir DIR --runners N [--password-file FILE]
                                     brings the database up to date, makes the first administrator
                                     (SWITCHYARD_ADMIN_LOGIN, _PASSWORD, _EMAIL) and the credentials of N local
                                     runners in DIR/<name>/; prints one line of JSON. FILE keeps a password that
                                     was made, until somebody has signed in with it
  doctor [--bundle FILE]             looks at settings, database, clocks, queue, bucket, mail, certificate, disk, runners and tasks,
                                     whether the server runs or not, and says what to do; FILE gets the same and more for
                                     whom you ask for help, without any secret
  backup --file FILE                 writes database, keys and blobs of the whole installation into one encrypted file, also
                                     while it runs, and verifies it; SWITCHYARD_BACKUP_PASSPHRASE, or _FILE, is the passphrase
  restore --file FILE                fills an empty database and data directory from such a file; blobs get a new place in
                                     the bucket
  bucket claim                       makes this database the owner of its place in the bucket of SWITCHYARD_BLOB_URL, when the one that
                                     owned it is gone for good: after a move to another PostgreSQL server, or a restore to
                                     an earlier time
  bucket new-identity                gives a copied database a place of its own in the bucket, when the original goes on; stop
                                     every process of the copy before
  bucket remove-old                  removes what was taken over from the root of the bucket; only when no process of a version
                                     before this one, and no copy of its database, uses that bucket
  id-token-keys rotate               has the api make another key that signs ID tokens of tasks, and publish it ten minutes before
  id-token-keys revoke               withdraws every such key at once, for one that leaked; a new one signs from then on
  subscription make-keys             prints a pair of keys for signing subscriptions: the private one for the edition
                                     hosted, the public one for installations of the edition subscription
  subscription issue --plan P --seats N --expires YYYY-MM-DD [--id ID]
                                     prints a subscription key, signed with SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY; it
                                     counts until the end of that day (UTC)
  subscription sign-coupons --file FILE
                                     prints a signed list of coupons: FILE is JSON such as
                                     {"coupons":[{"code":"SPRING","percent":20,"until":"2030-06-01T00:00:00Z"}]}
  --wait SECONDS                     with every command: how long to wait for a database server that is not there yet;
                                     default: 0
  --help                             shows this

A password on the command line can be seen by other users of the machine; standard input is safer.`;
