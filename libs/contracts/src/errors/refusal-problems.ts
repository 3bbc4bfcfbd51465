/** Why a request is not carried out. */
export const REFUSAL_PROBLEMS = {
  in_use: 'This cannot be deleted because something else uses it',

  too_many_tries: 'Too many failed sign-ins, try again later',
  mail_failed: 'The mail could not be sent; try again, or ask an administrator',
  directory_no_email: 'The directory knows no email of yours; ask an administrator to add it',
  directory_account_exists: 'Another account has your login or email; ask an administrator to make it an external one',
  external_identity: 'The login and email of an external user cannot be changed',
  external_password: 'An external user has no password',
  identity_taken: 'Another user signs in with this login or email',
  email_taken: 'This email is taken',
  login_taken: 'This login is taken',
  last_administrator: 'The last administrator cannot be removed',
  tokens_full: 'There are {{max}} tokens already; delete some',
  options_full: 'There are {{max}} options already',
  password_confirms_nothing: 'A password confirms nothing for this account; use a code, or sign in again',
  no_authenticator: 'This account has no authenticator',
  no_authenticator_expected: 'This sign-in waits for no authenticator',
  two_factor_off: 'Two-factor sign-in is off on this server',
  two_factor_others: 'Only the person whose account it is can switch two-factor sign-in on',
  two_factor_on_already: 'Two-factor sign-in is on for this user already',
  two_factor_off_already: 'Two-factor sign-in is off for this user',
  two_factor_picture_others: 'The picture is for the person whose account it is alone',
  two_factor_picture_used: 'The authenticator is in use, so its picture is shown no more',

  member_exists: 'There is no such user, or the user is a member already',
  owner_needs_other: 'Another owner or an administrator must do this',
  last_owner: 'The last owner stays; make somebody else an owner first',

  app_unknown: 'There is no app "{{id}}"',
  app_exists: 'There is an app "{{id}}" already',
  app_default: 'A default app cannot be deleted',
  app_used: '{{count}} templates use this app',
  apps_full: 'There are {{max}} apps already',

  cron: 'Cron: {{fault}}',

  task_active: 'The task has not ended',
  task_status: 'A task that is {{from}} cannot become {{to}}',

  search_expression_slow: 'The expression takes too long on one line: use a simpler one',
  searches_full: 'Too many searches at this moment, try again',

  runner_no_webhook: 'The runner has no webhook',
  delivery_not_dead: 'The delivery is not dead',
  registrations_full: 'Too many registrations; try again in a minute',
  registration_token: 'The registration token is unknown, used or expired; create a new one',
  plan_unreadable: 'The plan does not open, or is too large',
  plan_hash: 'The plan does not fit its hash',
  log_frame: '{{fault}}',
} as const;
