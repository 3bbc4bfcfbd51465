import { type GraphEdge, type GraphNode, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { listText } from '../../lib/list-text.js';

type Named = Pick<GraphNode, 'node' | 'kind'> & { name?: string };

/** A node as people know it. */
export const nodeLabel = ({ node, name = '' }: Omit<Named, 'kind'>): string => withVisibleControls(name || node);

/** On what of its parent an edge is followed, in words. */
export const edgeWords = (on: GraphEdge['on'], parent: Named['kind'] | undefined, t: TFunction): string =>
  parent === 'condition' && on !== 'always' ? t(`workflow.decisions.${on}`) : t(`workflow.conditions.${on}`);

/** Id of the row of a node in the list of a run. */
export const rowIdOf = (node: string): string => `wf-node-${node}`;

/** What a node starts after, in words. @param nodes all of the graph */
export function afterWords(
  after: readonly Pick<GraphEdge, 'from' | 'on'>[],
  nodes: readonly Named[],
  t: TFunction,
): string {
  if (after.length === 0) {
    return t('workflow.first');
  }
  const known = new Map(nodes.map((each) => [each.node, each]));
  const words = after.map(({ from, on }) => {
    const parent = known.get(from);
    return t('workflow.parent', { node: parent ? nodeLabel(parent) : from, condition: edgeWords(on, parent?.kind, t) });
  });
  return t('workflow.afterNodes', { nodes: listText(words) });
}
