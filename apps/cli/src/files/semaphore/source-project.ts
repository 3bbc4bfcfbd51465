import { type BackupSection, isGroupEnvironment, isVariableName } from '@switchyard/contracts';
import {
  type Entry,
  environmentVariables,
  flagOf,
  idOf,
  isObject,
  jsonOf,
  jsonVariables,
  present,
  type SourceRow,
  textOf,
  uniqueNames,
} from '../source-values.js';
import type { ProjectOrigin } from '../candidate.js';
import type { SourceDatabase } from './source-database.js';
import { byId, credentialOf, metaOf, vaultOf } from './source-entries.js';
import { IntegrationReader } from './source-integrations.js';
import { membersOf } from './source-members.js';
import type { SourceSecrets } from './source-secrets.js';

/** A project of the product as a backup of ours has it. */
export interface SourceProject {
  name: string;
  document: {
    meta: Entry;
    members: { username: string; role: string }[];
    integration_aliases: string[];
  } & Record<BackupSection, Entry[]>;
  /** Secrets in clear by their paths in the document. */
  secrets: ReadonlyMap<string, string>;
  /** Objects that are not imported, or differ, and why. */
  notes: readonly string[];
  origin: ProjectOrigin;
}

/** Converts projects. Violations of our own rules are left to the server, which names them. */
export class ProjectReader {
  private readonly secrets = new Map<string, string>();
  private readonly notes: string[] = [];
  private readonly rows: (table: string) => SourceRow[];
  private readonly names: Readonly<
    Record<
      'keys' | 'repositories' | 'inventories' | 'environments' | 'views' | 'templates',
      ReadonlyMap<number, string>
    >
  >;
  private readonly keyRows: readonly SourceRow[];

  constructor(
    private readonly database: SourceDatabase,
    private readonly opener: SourceSecrets,
    private readonly project: SourceRow,
    /** Zone of the product's process, by which its schedules run. */
    private readonly timezone: string,
  ) {
    const id = idOf(project) ?? 0;
    this.rows = (table) => byId(database.rowsOf(table, id));
    this.keyRows = this.rows('access_key').filter((row) => this.isKey(row));
    this.names = {
      keys: uniqueNames(this.keyRows, 'name', 'Key'),
      repositories: uniqueNames(this.rows('project__repository'), 'name', 'Repository'),
      inventories: uniqueNames(this.rows('project__inventory'), 'name', 'Inventory'),
      environments: uniqueNames(this.rows('project__environment'), 'name', 'Variables'),
      views: uniqueNames(this.viewRows(), 'title', 'View'),
      templates: uniqueNames(this.rows('project__template'), 'name', 'Template'),
    };
  }

  read(): SourceProject {
    const name = textOf(this.project, 'name').trim() || `Project ${idOf(this.project)}`;
    const keys = this.keyRows.map((row, place) => this.key(row, place));
    const integrations = this.integrations(keys);
    const document = {
      meta: metaOf(this.project, name),
      keys,
      repositories: this.rows('project__repository').map((row, place) => this.repository(row, place)),
      inventories: this.rows('project__inventory').map((row) => this.inventory(row)),
      environments: this.rows('project__environment').map((row, place) => this.environment(row, place)),
      views: this.viewRows().map((row) => ({
        title: this.nameOf('views', idOf(row)),
        position: Math.max(0, Number(row['position'] ?? 0)),
      })),
      templates: this.rows('project__template').map((row) => this.template(row)),
      schedules: this.rows('project__schedule').flatMap((row) => this.schedule(row)),
      integrations: integrations.read(),
      integration_aliases: integrations.projectAddresses(),
      alert_channels: [],
      workflows: [],
      members: membersOf(this.database, idOf(this.project) ?? 0, (text) => void this.notes.push(text)),
    };
    const { templates, inventories } = this.names;
    const origin = { id: idOf(this.project) ?? 0, templates, inventories };
    return { name, document, secrets: this.secrets, notes: this.notes, origin };
  }

  /** Whether a row is a key of the key store: others are secrets of groups, of people, or kept elsewhere. */
  private isKey(row: SourceRow): boolean {
    const isOwned =
      idOf(row, 'environment_id') !== null || idOf(row, 'user_id') !== null || textOf(row, 'owner') !== '';
    const isKnown = ['ssh', 'login_password', 'none'].includes(textOf(row, 'type'));
    if (!isOwned && !isKnown) {
      this.notes.push(
        `key "${textOf(row, 'name')}": there is no type "${textOf(row, 'type')}" here, so it is left out`,
      );
    }
    return !isOwned && isKnown;
  }

  /** @param keys those of the document, to which some may be added */
  private integrations(keys: Entry[]): IntegrationReader {
    return new IntegrationReader({
      rows: this.rows,
      templateOf: (id) => this.nameOf('templates', id),
      loginKeyOf: (id) => this.keyOfType(id, ['login_password']),
      note: (text) => void this.notes.push(text),
      keepSecret: (path, text) => void this.secrets.set(path, text),
      addKey: (wanted) => {
        const name = keys.some((key) => key['name'] === wanted) ? `${wanted} ${keys.length + 1}` : wanted;
        keys.push({ name, type: 'login_password' });
        return name;
      },
    });
  }

  /** The name of a key of one of these types; `null` = it is of another one, or gone. */
  private keyOfType(id: number | null, types: readonly string[]): string | null {
    const row = this.keyRows.find((each) => idOf(each) === id);
    return row && types.includes(textOf(row, 'type')) ? this.nameOf('keys', id) : null;
  }

  private viewRows(): SourceRow[] {
    return this.rows('project__view').filter((row) => textOf(row, 'type') !== 'all');
  }

  private key(row: SourceRow, place: number): Entry {
    const type = textOf(row, 'type');
    const name = this.nameOf('keys', idOf(row));
    const stored = textOf(row, 'secret');
    const opened = stored === '' || type === 'none' ? null : this.opener.open(stored, type === 'ssh');
    if (stored !== '' && type !== 'none' && opened === null) {
      this.notes.push(`key "${name}": its secret does not open with the keys given, so it comes empty`);
    }
    for (const [member, text] of Object.entries(opened === null ? {} : credentialOf(type, opened))) {
      if (typeof text === 'string' && text !== '') {
        this.secrets.set(`keys.${place}.${type}.${member}`, text);
      }
    }
    if (textOf(row, 'source_storage_type') !== '') {
      this.notes.push(`key "${name}": its value is kept elsewhere, so it comes empty`);
    }
    return { name, type };
  }

  private repository(row: SourceRow, place: number): Entry {
    const url = textOf(row, 'git_url');
    const plain = url.replace(/^(https?:\/\/)[^/@]*@/, '$1');
    if (plain !== url) {
      this.secrets.set(`repositories.${place}.secret_url`, url);
    }
    return {
      name: this.nameOf('repositories', idOf(row)),
      git_url: plain,
      git_branch: textOf(row, 'git_branch'),
      ssh_key: this.nameOf('keys', idOf(row, 'ssh_key_id')),
    };
  }

  private inventory(row: SourceRow): Entry {
    const becomeKey = this.keyOfType(idOf(row, 'become_key_id'), ['login_password', 'none']);
    if (becomeKey === null && this.nameOf('keys', idOf(row, 'become_key_id')) !== null) {
      this.notes.push(
        `inventory "${this.nameOf('inventories', idOf(row))}": its key for becoming another user is no password, so it comes without`,
      );
    }
    return present({
      name: this.nameOf('inventories', idOf(row)),
      type: textOf(row, 'type'),
      inventory: textOf(row, 'inventory'),
      ssh_key: this.nameOf('keys', idOf(row, 'ssh_key_id')),
      become_key: becomeKey,
      repository: this.nameOf('repositories', idOf(row, 'repository_id')),
      template: this.nameOf('templates', idOf(row, 'template_id') ?? idOf(row, 'holder_id')),
      runner_tag: textOf(row, 'runner_tag') || null,
    });
  }

  private environment(row: SourceRow, place: number): Entry {
    const name = this.nameOf('environments', idOf(row)) ?? '';
    const [json, env] = [jsonVariables(row, 'json'), environmentVariables(row, 'env')];
    for (const refused of [...json.refused, ...env.refused]) {
      this.notes.push(`variables "${name}": "${refused}" cannot be a variable here, so it is left out`);
    }
    if (textOf(row, 'password') !== '') {
      this.secrets.set(`environments.${place}.password`, textOf(row, 'password'));
    }
    return {
      name,
      json: json.json ?? '{}',
      ...(env.json !== null && { env: env.json }),
      secrets: this.groupSecrets(idOf(row), { name, place }),
    };
  }

  /** Secrets of a variable group. The last one of a name counts, as in the product. */
  private groupSecrets(id: number | null, { name, place }: { name: string; place: number }): Entry[] {
    const found = new Map<string, { type: string; name: string; secret: string }>();
    for (const row of this.rows('access_key').filter((each) => idOf(each, 'environment_id') === id)) {
      const [, type = 'var', variable = ''] = /^(?:(var|env)\.)?(.*)$/s.exec(textOf(row, 'name')) ?? [];
      const secret = textOf(row, 'secret') === '' ? null : this.opener.open(textOf(row, 'secret'));
      const isName = (type === 'env' ? isGroupEnvironment : isVariableName)(variable);
      if (secret === null || !isName) {
        const reason = isName ? 'is empty or does not open' : 'cannot be a variable here';
        this.notes.push(`variables "${name}": the secret "${variable}" ${reason}, so it is left out`);
      } else {
        found.set(`${type}.${variable}`, { type, name: variable, secret });
      }
    }
    return [...found.values()].map(({ secret, ...entry }, at) => {
      this.secrets.set(`environments.${place}.secrets.${at}.secret`, secret);
      return entry;
    });
  }

  private template(row: SourceRow): Entry {
    const id = idOf(row);
    const name = this.nameOf('templates', id);
    const environments = this.rows('project__template_environment').filter((each) => idOf(each, 'template_id') === id);
    if (environments.length > 1) {
      this.notes.push(`template "${name}": only the first of its variable groups comes`);
    }
    const [questions, parameters] = [jsonOf(row, 'survey_vars'), jsonOf(row, 'task_params')];
    return present({
      name,
      app: textOf(row, 'app') || 'ansible',
      type: textOf(row, 'type'),
      playbook: textOf(row, 'playbook'),
      description: textOf(row, 'description'),
      repository: this.nameOf('repositories', idOf(row, 'repository_id')),
      inventory: this.nameOf('inventories', idOf(row, 'inventory_id')),
      environment: this.nameOf(
        'environments',
        idOf(row, 'environment_id') ?? idOf(environments[0] ?? {}, 'environment_id'),
      ),
      view: this.nameOf('views', idOf(row, 'view_id')),
      build_template: this.nameOf('templates', idOf(row, 'build_template_id')),
      start_version: textOf(row, 'start_version') || null,
      git_branch: textOf(row, 'git_branch') || null,
      arguments: Array.isArray(jsonOf(row, 'arguments')) ? textOf(row, 'arguments') : null,
      autorun: flagOf(row, 'autorun'),
      suppress_success_alerts: flagOf(row, 'suppress_success_alerts'),
      allow_override_args_in_task: flagOf(row, 'allow_override_args_in_task'),
      allow_override_branch_in_task: flagOf(row, 'allow_override_branch_in_task'),
      allow_parallel_tasks: flagOf(row, 'allow_parallel_tasks'),
      runner_tag: textOf(row, 'runner_tag') || null,
      survey_vars: Array.isArray(questions) ? questions : [],
      task_params: isObject(parameters) ? parameters : {},
      vaults: this.vaults(row),
    });
  }

  private vaults(template: SourceRow): Entry[] {
    const rows = this.rows('project__template_vault').filter((row) => idOf(row, 'template_id') === idOf(template));
    const old = idOf(template, 'vault_key_id');
    return rows.length === 0 && old !== null
      ? [{ type: 'password', vault_key: this.nameOf('keys', old) }]
      : rows.map((row) => vaultOf(row, this.nameOf('keys', idOf(row, 'vault_key_id'))));
  }

  private schedule(row: SourceRow): Entry[] {
    const template = this.nameOf('templates', idOf(row, 'template_id'));
    const cron = textOf(row, 'cron_format');
    if (template === null || (cron === '' && textOf(row, 'type') !== 'run_at')) {
      this.notes.push(
        `schedule "${textOf(row, 'name')}": it has no ${template === null ? 'template' : 'time'}, so it is left out`,
      );
      return [];
    }
    return [
      present({
        name: textOf(row, 'name'),
        template,
        cron_format: cron,
        type: textOf(row, 'type'),
        run_at: row['run_at'] ?? null,
        delete_after_run: flagOf(row, 'delete_after_run'),
        active: flagOf(row, 'active'),
        timezone: /^(CRON_)?TZ=/.test(cron) ? '' : this.timezone,
        checkable_repository: this.nameOf('repositories', idOf(row, 'repository_id')),
      }),
    ];
  }

  /** The name in the document of a row; `null` = none, or it is gone. */
  private nameOf(list: keyof ProjectReader['names'], id: number | null): string | null {
    return (id === null ? undefined : this.names[list].get(id)) ?? null;
  }
}
