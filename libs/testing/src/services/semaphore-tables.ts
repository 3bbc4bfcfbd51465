import { createCipheriv } from 'node:crypto';

const key = (first: number): Buffer => Buffer.from(Array.from({ length: 32 }, (_, byte) => first + byte));

/** Values of `access_key_encryption`: the present one, and the one before a rekey that stopped half way. */
export const SEMAPHORE_KEYS = { present: key(0).toString('base64'), old: key(64).toString('base64') } as const;

/**
 * SQL for the tables of Semaphore UI 2.10 that an import reads, of which columns that do not matter are left out, with the
 * projects "Shop" and "Other". Identifiers stand in double quotes.
 */
export function semaphoreTables(dialect: 'postgres' | 'mysql' | 'sqlite'): string {
  const time = dialect === 'postgres' ? 'timestamp' : 'datetime';
  return `${tables(time)}${PROJECTS}${keyRows()}${SHOP}${HISTORY}`;
}

const tables = (time: string): string => `
create table migrations (version varchar(20) primary key, upgraded_date ${time} null);
create table "user"
  (id int primary key, username varchar(255), password varchar(255), name varchar(255), email varchar(255), alert boolean,
   external boolean, admin boolean);
create table user__totp (id int primary key, user_id int, url varchar(250), recovery_hash varchar(250));
create table project (id int primary key, name varchar(255), alert boolean, alert_chat varchar(30), max_parallel_tasks int);
create table project__user (project_id int, user_id int, role varchar(50));
create table access_key
  (id int primary key, project_id int, name varchar(255), type varchar(255), secret text, environment_id int, user_id int);
create table project__repository
  (id int primary key, project_id int, name varchar(255), git_url text, git_branch varchar(255), ssh_key_id int);
create table project__inventory
  (id int primary key, project_id int, name varchar(255), type varchar(255), inventory text, ssh_key_id int, become_key_id int,
   repository_id int, holder_id int);
create table project__environment
  (id int primary key, project_id int, name varchar(255), password varchar(255), json text, env text);
create table project__view (id int primary key, project_id int, title varchar(100), position int);
create table project__template
  (id int primary key, project_id int, name varchar(100), app varchar(50), type varchar(10), playbook varchar(255),
   description text, repository_id int, inventory_id int, environment_id int, view_id int, build_template_id int,
   start_version varchar(20), git_branch varchar(255), arguments text, survey_vars text, autorun boolean,
   suppress_success_alerts boolean, allow_override_args_in_task boolean);
create table project__template_vault
  (id int primary key, project_id int, template_id int, vault_key_id int, name varchar(255));
create table project__schedule
  (id int primary key, project_id int, template_id int, name varchar(100), cron_format varchar(255), active boolean,
   repository_id int, type varchar(20), run_at ${time} null);
create table project__integration
  (id int primary key, project_id int, template_id int, name varchar(255), auth_method varchar(15), auth_secret_id int,
   auth_header varchar(255), searchable boolean);
create table runner
  (id int primary key, project_id int, token varchar(255), webhook varchar(1000), max_parallel_tasks int, name varchar(100),
   active boolean);
create table project__integration_alias (id int primary key, project_id int, integration_id int, alias varchar(50));
create table project__integration_matcher
  (id int primary key, integration_id int, name varchar(255), match_type varchar(255), method varchar(255),
   body_data_type varchar(255), "key" varchar(510), value varchar(510));
create table project__integration_extract_value
  (id int primary key, integration_id int, name varchar(255), value_source varchar(255), body_data_type varchar(255),
   "key" varchar(255), variable varchar(255));
create table task
  (id int primary key, template_id int, project_id int, status varchar(255), playbook varchar(255), environment text,
   arguments text, debug boolean, dry_run boolean, diff boolean, hosts_limit varchar(255), message varchar(250),
   version varchar(20), commit_hash varchar(40), commit_message varchar(100), git_branch varchar(255), user_id int,
   inventory_id int, build_task_id int, created ${time}(3) null, start ${time}(3) null, "end" ${time}(3) null);
create table task__output (id int primary key, task_id int, time ${time}(3), output text);
`;

/** The order of migrations as texts is not that of their numbers. */
const PROJECTS = `
insert into migrations (version) values ('2.10.28'), ('2.9.100'), ('2.10.3');
insert into "user" values
  (1, 'alice', '$2a$11$nbUGqI19Jz6zk9Y7WE2/Ke/luMgsD7I7ZMPl5/atGca9HzXcnyoMO', 'Alice', 'alice@example.test', true, false, true),
  (2, 'bob', '', 'Bob', 'bob@example.test', false, true, false);
insert into user__totp values
  (1, 1, 'otpauth://totp/Semaphore:a?algorithm=SHA1&digits=6&period=30&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', '');
insert into project values (1, 'Shop', true, '-100200', 2), (2, 'Other', false, null, 0);
insert into project__user values (1, 1, 'owner'), (1, 2, 'task_runner'), (2, 2, 'manager');
`;

/** Keys of both projects, a secret of a group, one of a person, and one that a deleted project left. */
function keyRows(): string {
  const login = sealed(JSON.stringify({ login: 'git', password: 'p<ä>\r\nss' }), SEMAPHORE_KEYS.present);
  const ssh = sealed(JSON.stringify({ login: 'root', passphrase: '', private_key: 'PRIVATE\n' }), SEMAPHORE_KEYS.old);
  const token = sealed('t0ken', SEMAPHORE_KEYS.present);
  return `
insert into access_key values
  (1, 1, 'None', 'none', null, null, null),
  (2, 1, 'login', 'login_password', '${login}', null, null),
  (3, 1, 'hosts', 'ssh', '${ssh}', null, null),
  (4, 1, 'var.TOKEN', 'string', '${token}', 1, null),
  (5, 2, 'None', 'none', null, null, null),
  (6, null, 'left over', 'login_password', '${login}', null, null),
  (7, 1, 'of a person', 'login_password', '${login}', null, 1);
`;
}

const SHOP = `
insert into project__repository values
  (1, 1, 'code', 'https://u:w@git.example/code.git', 'main', 1), (2, 2, 'code', '/srv/code', '', 5);
insert into project__inventory values
  (1, 1, 'hosts', 'static', 'web', 3, 2, null, null), (2, 1, 'state', 'terraform-workspace', 'default', 1, null, null, 2);
insert into project__environment values (1, 1, 'vars', 'gr0up', '{"a":1}', '{"A":"b"}');
insert into project__view values (1, 1, 'Build', 0), (2, 1, 'Ship', 1);
insert into project__template
  (id, project_id, name, app, type, playbook, description, repository_id, inventory_id, environment_id, view_id,
   build_template_id, start_version, git_branch, arguments, survey_vars, autorun, suppress_success_alerts,
   allow_override_args_in_task)
values
  (1, 1, 'Build', '', 'build', 'b.yml', 'Größe 🚀', 1, 1, 1, 1, null, '1.0', 'next', '["-v"]',
   '[{"name":"n","title":"N","required":true,"type":"int","description":"","values":null}]', false, true, true),
  (2, 1, 'Ship', 'terraform', 'deploy', 'infra', '', 1, 2, null, 2, 1, null, null, null, null, true, false, false),
  (3, 2, 'Build', 'bash', '', 'run.sh', '', 2, null, null, null, null, null, null, null, '[]', null, false, false);
insert into project__template_vault values (1, 1, 1, 2, null), (2, 1, 1, 2, 'prod');
insert into project__schedule values
  (1, 1, 1, 'nightly', '15 1 * * *', true, 1, '', null),
  (2, 1, 1, 'once', '', false, null, 'run_at', '2030-07-01 12:00:00'),
  (3, 2, 3, 'other', '@daily', true, null, '', null);
insert into project__integration values (1, 1, 1, 'push', 'token', 2, 'X-Token', true), (2, 2, 3, 'push', '', null, '', false);
insert into project__integration_alias values 
  (1, 1, 1, 'aaaaaaaaaaaaaaaa'), (2, 2, 2, 'bbbbbbbbbbbbbbbb'), (3, 1, null, 'cccccccccccccccc');
insert into runner values
  (1, null, 'runner-t0ken', '', 2, 'global', true), (2, 1, 'runner-t0ken', 'https://hook.example', 0, 'of shop', false);
insert into project__integration_matcher values
  (1, 1, 'branch', 'body', 'equals', 'json', 'ref', 'main'), (2, 2, 'event', 'header', 'equals', '', 'X-Event', 'push');
insert into project__integration_extract_value values (1, 1, 'sha', 'body', 'json', 'after', 'commit');
`;

/** Outputs stand in the order of their ids, which is not that of their times; the user 3 is gone, and so is the template 9. */
const HISTORY = `
insert into task values
  (1, 1, null, 'success', '', '{"a":1}', '["-v"]', true, false, false, 'web, db', 'Größe', '1.0', 'abc', 'first', 'next', 1, 1, null,
   '2026-01-02 03:04:05.678', '2026-01-02 03:05:00', '2026-01-02 03:06:00'),
  (2, 2, 1, 'running', 'infra', '', null, false, true, true, '', '', null, null, '', null, 3, 2, 1,
   '2026-01-02 04:00:00', '2026-01-02 04:00:01', null),
  (3, 3, 2, 'error', 'run.sh', 'null', '', false, false, false, '', '', null, null, '', null, 2, null, null,
   '2026-01-03 00:00:00', null, null),
  (4, 9, 1, 'success', '', '', null, false, false, false, '', '', null, null, '', null, 1, null, null,
   '2026-01-04 00:00:00', null, null);
insert into task__output values
  (1, 1, '2026-01-02 03:05:00', 'Run\n'), (2, 3, '2026-01-03 00:00:01', 'failed'), (3, 1, '2026-01-02 03:05:02', 'second'),
  (4, 1, '2026-01-02 03:05:01', 'third'), (5, 1, '2026-01-02 03:05:01', ''), (6, 4, '2026-01-04 00:00:00', 'left over');
`;

/** As the product seals it: base64 of nonce, ciphertext and tag of AES-256-GCM. */
function sealed(text: string, base64: string): string {
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(base64, 'base64'), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
