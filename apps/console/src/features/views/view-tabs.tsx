import { type View, withVisibleControls } from '@switchyard/contracts';
import { Tabs } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow, useIsWide } from '../../lib/use-media-query.js';
import { late } from '../../components/feedback/late.js';

/** Comes only where tabs do not fit. */
const ViewSelect = late(async () => (await import('./view-select.js')).ViewSelect);

interface ViewTabsProps {
  views: readonly View[];
  /** `null` = all templates. */
  active: number | null;
  onChoose: (viewId: number | null) => void;
  /** At the right. */
  children?: ReactNode;
}

const ALL = 'all';
/** Room for tabs in pixels, beside the sidebar and the buttons. */
const ROOM = { narrow: 0, normal: 400, wide: 780 } as const;
/** About what a tab takes: its title, cut by the style sheet, and the space beside it. */
const tabWidth = (title: string): number => Math.min(200, [...title].length * 7.5) + 30;

/** Tabs that do not fit become a choice: the menu of hidden tabs that AntD offers is not accessible. */
function useFits(titles: readonly string[]): boolean {
  const narrow = useIsNarrow();
  const wide = useIsWide();
  const room = narrow ? ROOM.narrow : wide ? ROOM.wide : ROOM.normal;
  return titles.reduce((sum, title) => sum + tabWidth(title), 0) <= room;
}

/** Whether the view is a tab of its own. */
export const isTab = ({ hidden, type }: Pick<View, 'hidden' | 'type'>): boolean => !hidden && type !== 'all';

/** All templates, and each view. */
export function ViewTabs({ views, active, onChoose, children }: ViewTabsProps) {
  const { t } = useTranslation();
  const entries = [
    { key: ALL, label: t('views.all') },
    ...views.map(({ id, title }) => ({ key: String(id), label: withVisibleControls(title) })),
  ];
  const fits = useFits(entries.map(({ label }) => label));
  const choose = (key: string): void => onChoose(key === ALL ? null : Number(key));
  const value = active === null ? ALL : String(active);
  return (
    <div className="sy-tabs sy-view-tabs">
      {fits ? (
        <Tabs
          activeKey={value}
          onChange={choose}
          items={entries.map(({ key, label }) => ({ key, label: <span className="sy-view-tab">{label}</span> }))}
        />
      ) : (
        <Suspense fallback={<span className="sy-view-select" />}>
          <ViewSelect entries={entries} value={value} onChange={choose} />
        </Suspense>
      )}
      {children}
    </div>
  );
}
