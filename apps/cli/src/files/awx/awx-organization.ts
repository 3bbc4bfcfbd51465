import { BACKUP_SECTIONS, type BackupSection } from '@switchyard/contracts';
import { type Entry, isObject, jsonVariables, present, type SourceRow, textOf } from '../source-values.js';
import { channelOf } from './awx-channels.js';
import { type AwxExport, keyText, nameOf, Names, objects, organizationOf, related } from './awx-export.js';
import { keysOf, type KeyRole, kindOf, vaultIdOf } from './awx-keys.js';
import { membersOf } from './awx-members.js';
import { templateParts } from './awx-templates.js';
import { workflowOf } from './awx-workflows.js';
import { inventoryText } from './inventory-text.js';
import { timingOf } from './recurrence.js';

/** The project that an organization becomes, as a backup of ours has it. */
export interface AwxProject {
  name: string;
  document: { meta: Entry; members: { username: string; role: string }[] } & Record<BackupSection, Entry[]>;
  /** Objects that are not imported, or differ, and why. */
  notes: readonly string[];
}

/** Name of the project of what belongs to no organization. */
const NO_ORGANIZATION = 'No organization';
/** Name of the key of what needs none. */
const NO_KEY = 'None';

/** The projects of an export: one for each organization that has templates, workflows, projects, inventories or credentials. */
export function projectsOf(source: AwxExport): AwxProject[] {
  const owned = (['job_template', 'workflow_job_template', 'project', 'inventory', 'credential'] as const).flatMap(
    (type) => source.assets(type),
  );
  const named = source.assets('organization').map(nameOf);
  const organizations = [...new Set([...named, ...owned.map((asset) => organizationOf(asset))])];
  const members = membersOf(source);
  return organizations.map((organization) => new OrganizationReader(source, organization).read(members(organization)));
}

/** Converts what belongs to an organization, and what its templates use of others. */
class OrganizationReader {
  private readonly notes: string[] = [];
  private readonly lists = Object.fromEntries(
    BACKUP_SECTIONS.map((section): [string, Entry[]] => [section, []]),
  ) as Record<BackupSection, Entry[]>;
  private readonly names: Record<BackupSection, Names>;
  /** Names of what was converted by what it was: an object is converted once, when it is used first. */
  private readonly made = new Map<string, string>();

  constructor(
    private readonly source: AwxExport,
    private readonly organization: string,
  ) {
    const sections = Object.keys(this.lists) as BackupSection[];
    this.names = Object.fromEntries(sections.map((section) => [section, new Names()])) as Record<BackupSection, Names>;
  }

  read(members: AwxProject['document']['members']): AwxProject {
    this.ownedOf('credential').forEach((credential) => this.credential(credential));
    this.ownedOf('project').forEach((project) => this.repository(project));
    this.ownedOf('job_template').forEach((template) => this.template(template));
    this.ownedOf('inventory').forEach((inventory) => this.inventory(inventory, []));
    this.ownedOf('notification_template').forEach((notification) => this.channel(notification));
    this.ownedOf('workflow_job_template').forEach((workflow) => this.workflow(workflow));
    const name = this.organization.trim() || NO_ORGANIZATION;
    const meta = { name, alert: false, max_parallel_tasks: 0, type: '' };
    return { name, document: { meta, ...this.lists, members }, notes: this.notes };
  }

  private ownedOf(type: Parameters<AwxExport['assets']>[0]): SourceRow[] {
    return this.source.assets(type).filter((asset) => organizationOf(asset) === this.organization);
  }

  private add(section: BackupSection, wanted: string, entry: Entry): string {
    const name = this.names[section].take(wanted);
    this.lists[section].push(present({ name, ...entry }));
    return name;
  }

  /** The name of what an object became, which is made when it is asked for first. */
  private once(what: string, make: () => string): string {
    const known = this.made.get(what);
    const name = known ?? make();
    this.made.set(what, name);
    return name;
  }

  /** The key of a role that a credential became; `null` = it has none. All its keys are made together. */
  private credential(credential: SourceRow, role: KeyRole = 'login'): string | null {
    const name = nameOf(credential);
    const keys = keysOf(credential);
    if (keys.length === 0) {
      const kind = kindOf(credential);
      this.once(`note ${name} ${kind}`, () => this.note(`credential "${name}": there is no kind "${kind}" here`));
    }
    const ids = keys.map(({ role: each, type, suffix, login }) => {
      const key = this.once(`key ${keyText(credential['natural_key'])} ${suffix}`, () => {
        const made = this.add('keys', suffix === '' ? name : `${name} (${suffix})`, { type });
        const also = login === '' ? '' : ` and the login "${login}"`;
        return this.note(`key "${made}": enter its secret${also}, which an export does not hold`, made);
      });
      return { role: each, key };
    });
    return ids.find((each) => each.role === role)?.key ?? null;
  }

  private note(text: string, result = ''): string {
    this.notes.push(text);
    return result;
  }

  private noKey(): string {
    return this.once(NO_KEY, () => this.add('keys', NO_KEY, { type: 'none' }));
  }

  /** The repository of a project; `null` = its kind has no counterpart. */
  private repository(project: SourceRow): string | null {
    const kind = textOf(project, 'scm_type');
    const name = nameOf(project);
    if (!['git', ''].includes(kind)) {
      this.once(`note ${name}`, () => this.note(`project "${name}": there is no repository of type "${kind}" here`));
      return null;
    }
    return this.once(`repository ${keyText(project['natural_key'])}`, () => {
      const credential = this.source.find(project['credential']);
      if (textOf(project, 'scm_refspec') !== '') {
        this.note(`repository "${name}": its refspec does not come`);
      }
      return this.add('repositories', name, {
        git_url: kind === 'git' ? textOf(project, 'scm_url') : `/var/lib/awx/projects/${textOf(project, 'local_path')}`,
        git_branch: textOf(project, 'scm_branch'),
        ssh_key: (credential && this.credential(credential)) ?? this.noKey(),
        submodules: kind === 'git' && project['scm_track_submodules'] !== false,
      });
    });
  }

  /** The inventory with the keys of a template: keys belong to inventories here. */
  private inventory(inventory: SourceRow, credentials: readonly SourceRow[]): string | null {
    const name = nameOf(inventory);
    if (textOf(inventory, 'kind') !== '') {
      this.once(`note ${name}`, () =>
        this.note(`inventory "${name}": it is ${textOf(inventory, 'kind')}, so it is left out`),
      );
      return null;
    }
    const [machine] = credentials;
    const what = `inventory ${keyText(inventory['natural_key'])}`;
    if (machine === undefined && this.made.has(what)) {
      return this.made.get(what) ?? null;
    }
    const made = this.once(`${what} ${keyText(machine?.['natural_key'])}`, () => {
      const isFirst = !this.made.has(what);
      const keys = machine && {
        ssh_key: this.credential(machine),
        become_key: this.credential(machine, 'become'),
      };
      return this.add('inventories', isFirst ? name : `${name} (${nameOf(machine ?? {})})`, {
        ...this.contentOf(inventory, isFirst),
        ...keys,
      });
    });
    this.once(what, () => made);
    return made;
  }

  /** An inventory that comes from a repository alone is a file of it. */
  private contentOf(inventory: SourceRow, isFirst: boolean): Entry {
    const key = keyText(inventory['natural_key']);
    const sources = this.source.assets('inventory_source').filter((each) => keyText(each['inventory']) === key);
    const [first] = sources.filter((each) => textOf(each, 'source') === 'scm');
    const project = first && this.source.find(first['source_project']);
    const { text, losses } = inventoryText(inventory);
    const isFile = project && related(inventory, 'hosts').length === 0 && textOf(first, 'source_path') !== '';
    const repository = isFile ? this.repository(project) : null;
    if (isFirst) {
      const lost = sources
        .filter((each) => !isFile || each !== first)
        .map((each) => `its source "${nameOf(each)}" does not come`);
      [...losses, ...lost].forEach((loss) => this.note(`inventory "${nameOf(inventory)}": ${loss}`));
    }
    return isFile && repository !== null
      ? { type: 'file', inventory: textOf(first, 'source_path'), repository }
      : { type: 'static-yaml', inventory: text };
  }

  /** The name of the template that a job template became; one of another organization comes with what uses it. */
  private template(template: SourceRow): string {
    return this.once(`template ${keyText(template['natural_key'])}`, () => this.newTemplate(template));
  }

  private newTemplate(template: SourceRow): string {
    const [survey = null] = surveysOf(template);
    const { entry, variables, losses } = templateParts(template, survey);
    const credentials = related(template, 'credentials')
      .map((key) => this.source.find(key))
      .filter((each) => each !== null);
    const project = this.source.find(template['project']);
    const name = this.add('templates', nameOf(template), {
      ...entry,
      repository: project && this.repository(project),
      inventory: this.inventoryFor(template, credentials),
      environment: this.variables(nameOf(template), variables),
      vaults: credentials
        .filter((each) => kindOf(each) === 'vault')
        .map((each) =>
          present({ name: vaultIdOf(each) || null, type: 'password', vault_key: this.credential(each, 'vault') }),
        ),
    });
    credentials.forEach((credential) => this.credential(credential));
    losses.forEach((loss) => this.note(`template "${name}": ${loss}`));
    related(template, 'schedules').forEach((schedule) => this.schedule(schedule, { template: name }));
    this.webhook(template, name);
    return name;
  }

  private workflow(workflow: SourceRow): void {
    const entry = workflowOf(workflow, {
      templateOf: (key) => {
        const template = this.source.find(key);
        return template && this.template(template);
      },
      note: (text) => void this.note(text),
    });
    if (entry !== null) {
      const name = this.add('workflows', nameOf(workflow), entry);
      related(workflow, 'schedules').forEach((schedule) => this.schedule(schedule, { workflow: name }));
    }
  }

  /** Where a launch asks for the inventory, an empty one is what it starts from. */
  private inventoryFor(template: SourceRow, credentials: readonly SourceRow[]): string | null {
    const inventory = this.source.find(template['inventory']);
    const machines = credentials.filter((each) => kindOf(each) === 'ssh');
    if (inventory !== null) {
      return this.inventory(inventory, machines);
    }
    return template['ask_inventory_on_launch'] === true
      ? this.once('no inventory', () => this.add('inventories', NO_KEY, { type: 'static', inventory: '' }))
      : null;
  }

  private variables(template: string, variables: SourceRow): string | null {
    const { json, refused } = jsonVariables({ json: JSON.stringify(variables) }, 'json');
    refused.forEach((each) => this.note(`template "${template}": "${each}" cannot be a variable here`));
    return Object.keys(variables).length === 0 ? null : this.add('environments', template, { json: json ?? '{}' });
  }

  private schedule(schedule: SourceRow, target: { template: string } | { workflow: string }): void {
    const name = nameOf(schedule);
    const timing = timingOf(textOf(schedule, 'rrule'));
    if (timing === null) {
      this.note(`schedule "${name}": no cron expression says "${textOf(schedule, 'rrule')}", so it is left out`);
      return;
    }
    const { losses, ...when } = timing;
    if (losses.length > 0) {
      this.note(
        `schedule "${name}": ${new Intl.ListFormat('en').format(losses)} of its rule cannot be kept, so it stays paused`,
      );
    }
    if (isObject(schedule['extra_data']) && Object.keys(schedule['extra_data']).length > 0) {
      this.note(`schedule "${name}": its own variables do not come`);
    }
    this.lists.schedules.push(
      present({ name, ...target, ...when, active: losses.length === 0 && schedule['enabled'] !== false }),
    );
  }

  /** Deliveries prove themselves by a key that an export does not hold. */
  private webhook(template: SourceRow, name: string): void {
    const service = textOf(template, 'webhook_service');
    if (service === '') {
      return;
    }
    if (!['github', 'gitlab'].includes(service)) {
      this.note(`template "${name}": its webhook of "${service}" does not come`);
      return;
    }
    const key = this.add('keys', `Webhook of ${name}`, { type: 'login_password' });
    this.note(`integration "${name}": enter the secret of its key "${key}", and give its new address to the sender`);
    this.add('integrations', name, { template: name, auth_method: service, auth_secret: key, aliases: ['…'] });
  }

  private channel(notification: SourceRow): void {
    const channel = channelOf(notification);
    if (channel === null) {
      this.note(`notification "${nameOf(notification)}": its type does not come`);
    } else {
      this.lists.alert_channels.push(channel);
    }
  }
}

/** The survey of a template stands among what belongs to it, as an object or a list of one. */
const surveysOf = (template: SourceRow): SourceRow[] => {
  const lists = template['related'];
  const survey = isObject(lists) ? lists['survey_spec'] : null;
  return isObject(survey) ? [survey] : objects(survey);
};
