import { type GraphEdge, type GraphNode, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { listText } from '../../lib/list-text.js';

type Named = Pick<GraphNode, 'node'> & { name?: string };

/** A node as people know it. */
export const nodeLabel = ({ node, name = '' }: Named): string => withVisibleControls(name || node);

/** What a node starts after, in words. @param nodes all of the graph */
export function afterWords(
  after: readonly Pick<GraphEdge, 'from' | 'on'>[],
  nodes: readonly Named[],
  t: TFunction,
): string {
  if (after.length === 0) {
    return t('workflow.first');
  }
  const labels = new Map(nodes.map((each) => [each.node, nodeLabel(each)]));
  const words = after.map(({ from, on }) =>
    t('workflow.parent', { node: labels.get(from) ?? from, condition: t(`workflow.conditions.${on}`) }),
  );
  return t('workflow.afterNodes', { nodes: listText(words) });
}
