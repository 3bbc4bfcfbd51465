import type { Workflow } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { NodeDetails } from './node-details.js';
import { afterWords, nodeLabel } from './node-words.js';
import { nodesInOrder } from './run-nodes.js';
import './workflows.css';

/** The nodes of a workflow, each behind those that lead to it. */
export function GraphNodes({ workflow }: { workflow: Pick<Workflow, 'nodes' | 'edges'> }) {
  const { t } = useTranslation();
  const { nodes, edges } = workflow;
  return (
    <ol className="wf-nodes" aria-label={t('workflow.nodes')}>
      {nodesInOrder({ nodes, edges }).map((node) => (
        <li key={node.node}>
          <div className="sy-grow">
            <b>{nodeLabel(node)}</b>
            <div className="sy-text2">
              <NodeDetails node={node} isLink />
            </div>
            {node.kind !== 'note' && (
              <div className="sy-text3">
                {afterWords(
                  edges.filter(({ to }) => to === node.node),
                  nodes,
                  t,
                )}
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
