import { stringify } from 'yaml';
import { isObject, type SourceRow, textOf } from '../source-values.js';
import { nameOf, related } from './awx-export.js';
import { variablesOf } from './awx-variables.js';

interface Group {
  hosts?: Record<string, object>;
  children?: Record<string, Group>;
  vars?: object;
}

/** An inventory of hosts and groups as YAML that Ansible reads, and what of it is lost. */
export function inventoryText(inventory: SourceRow): { text: string; losses: string[] } {
  const writer = new InventoryWriter(inventory);
  return { text: stringify(writer.write(), { lineWidth: 0, aliasDuplicateObjects: false }), losses: writer.losses };
}

class InventoryWriter {
  readonly losses: string[] = [];
  private readonly hosts: ReadonlyMap<string, SourceRow>;
  private readonly groups: ReadonlyMap<string, SourceRow>;
  /** Groups whose content stands in the file: another place names them alone. */
  private readonly written = new Set<string>();

  constructor(private readonly inventory: SourceRow) {
    const hosts = related(inventory, 'hosts');
    const disabled = hosts.filter(({ enabled }) => enabled === false);
    this.losses.push(...disabled.map((host) => `the host "${nameOf(host)}" is disabled there, so it is left out`));
    this.hosts = byName(hosts.filter((host) => !disabled.includes(host)));
    this.groups = byName(related(inventory, 'groups'));
  }

  write(): { all: Group } {
    const children = new Set([...this.groups.values()].flatMap((group) => this.childrenOf(group)));
    const roots = [...this.groups.keys()].filter((name) => !children.has(name));
    const all: Group = {
      hosts: Object.fromEntries([...this.hosts].map(([name, host]) => [name, this.variables(host, `host "${name}"`)])),
      children: Object.fromEntries(roots.map((name) => [name, this.group(name)])),
      vars: this.variables(this.inventory, 'inventory'),
    };
    // Groups in a circle hang from no root.
    for (const name of this.groups.keys()) {
      if (!this.written.has(name)) {
        all.children = { ...all.children, [name]: this.group(name) };
      }
    }
    return { all };
  }

  private group(name: string): Group {
    const group = this.groups.get(name);
    if (group === undefined || this.written.has(name)) {
      return {};
    }
    this.written.add(name);
    const hosts = related(group, 'hosts').map(nameOf);
    const vars = this.variables(group, `group "${name}"`);
    const children = this.childrenOf(group);
    return {
      ...(hosts.length > 0 && {
        hosts: Object.fromEntries(hosts.filter((each) => this.hosts.has(each)).map((each) => [each, {}])),
      }),
      ...(children.length > 0 && {
        children: Object.fromEntries(children.map((child) => [child, this.group(child)])),
      }),
      ...(Object.keys(vars).length > 0 && { vars }),
    };
  }

  private childrenOf(group: SourceRow): string[] {
    return related(group, 'children')
      .map(nameOf)
      .filter((name) => this.groups.has(name));
  }

  private variables(asset: SourceRow, of: string): object {
    const variables = variablesOf(textOf(asset, 'variables'));
    if (variables === null) {
      this.losses.push(`the variables of ${of} are no mapping, so they are left out`);
    }
    return isObject(variables) ? variables : {};
  }
}

const byName = (assets: readonly SourceRow[]): Map<string, SourceRow> =>
  new Map(assets.map((asset) => [nameOf(asset), asset]));
