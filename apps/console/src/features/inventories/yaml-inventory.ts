import { yamlTree, type YamlTree } from '@switchyard/contracts/yaml';
import { type InventoryFacts, InventoryTally } from './inventory-facts.js';

const PARTS = ['hosts', 'children', 'vars'];

/** Reads a list of hosts in the form of YAML by the rules of Ansible's own plugin; `null` = it is no YAML, which the editor marks. */
export function yamlFacts(text: string): InventoryFacts | null {
  const tree = yamlTree(text);
  if (tree === null) {
    return null;
  }
  const tally = new InventoryTally();
  groups(tally, tree, 'all');
  return tally.facts();
}

function groups(tally: InventoryTally, tree: YamlTree, owner: string): void {
  if (!tree.isMapping) {
    return void (tree.isEmpty || tally.fault(tree.line, 'mapping', owner));
  }
  for (const { key, line, value } of tree.entries) {
    tally.group(key);
    group(tally, key, { ...value, line });
  }
}

function group(tally: InventoryTally, name: string, tree: YamlTree): void {
  if (!tree.isMapping) {
    return void (tree.isEmpty || tally.fault(tree.line, 'mapping', name));
  }
  for (const { key, line, value } of tree.entries) {
    if (!PARTS.includes(key)) {
      tally.fault(line, 'key', key);
    } else if (!value.isMapping && !value.isEmpty) {
      tally.fault(line, 'mapping', key);
    } else if (key === 'children') {
      groups(tally, value, key);
    } else if (key === 'hosts') {
      value.entries.forEach((host) => tally.host(host.key, host.line));
    }
  }
}
