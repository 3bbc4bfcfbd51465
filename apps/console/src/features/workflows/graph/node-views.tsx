import { Segmented } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSmall } from '../../../lib/use-media-query.js';
import { rowIdOf } from '../node-words.js';

export type NodeView = 'graph' | 'list';

/** Chooses between graph and list. */
export function ViewSwitch({ view, onView }: { view: NodeView; onView: (view: NodeView) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented<NodeView>
      aria-label={t('workflow.nodes')}
      className="wf-views"
      value={view}
      onChange={onView}
      options={[
        { value: 'graph', label: t('workflow.graph') },
        { value: 'list', label: t('workflow.list') },
      ]}
    />
  );
}

interface NodeViewsProps {
  graph: (onShow: (node: string) => void) => ReactNode;
  list: ReactNode;
}

/** The graph above the list; where there is little room the list, or the graph if it is wanted. */
export function NodeViews({ graph, list }: NodeViewsProps) {
  const isSmall = useIsSmall();
  const [view, setView] = useState<NodeView>('list');
  const [shown, setShown] = useState<{ node: string } | null>(null);
  const onShow = useCallback((node: string) => {
    setView('list');
    setShown({ node });
  }, []);
  useEffect(() => {
    if (shown !== null) {
      document.getElementById(rowIdOf(shown.node))?.focus();
    }
  }, [shown]);
  return (
    <>
      {isSmall && <ViewSwitch view={view} onView={setView} />}
      {(!isSmall || view === 'graph') && graph(onShow)}
      {(!isSmall || view === 'list') && list}
    </>
  );
}
