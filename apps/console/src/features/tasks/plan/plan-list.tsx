import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawnPart } from '../../../components/data-table/drawn-part.js';
import { PlanLine } from './plan-line.js';
import type { PlanRow } from './plan-rows.js';

/** Height of a line that is not open, in pixels. */
const LINE = 36;
/** Plans of so few lines are shown with all differences. */
const SHORT = 12;

const resourceKeys = (rows: readonly PlanRow[]): string[] =>
  rows.filter(({ kind }) => kind === 'resource').map(({ key }) => key);

interface PlanListProps {
  rows: readonly PlanRow[];
  /** The differences are still to come. */
  isPending: boolean;
  /** Somebody looks at what differs in a resource. */
  onOpen: () => void;
}

/** The lines of a plan; of many, only those in view are drawn. */
export function PlanList({ rows, isPending, onOpen }: PlanListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(rows.length <= SHORT ? resourceKeys(rows) : []));
  const toggle = (key: string): void => {
    onOpen();
    setOpen((keys) => new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]));
  };
  return (
    <div className="sy-plan-scroll sy-scroller" role="region" aria-label={t('log.plan.title')} tabIndex={0}>
      <DrawnPart list={list} count={rows.length} rowHeight={LINE}>
        {({ drawn, before, after, measure }) => (
          <ul ref={list} style={{ paddingTop: before, paddingBottom: after }}>
            {(drawn ? drawn.map(({ index }) => index) : [...rows.keys()]).map((index) => {
              const row = rows[index];
              return (
                row && (
                  <li key={row.key} ref={measure} data-index={index}>
                    <PlanLine row={row} isOpen={open.has(row.key)} isPending={isPending} onToggle={toggle} />
                  </li>
                )
              );
            })}
          </ul>
        )}
      </DrawnPart>
    </div>
  );
}
