import { CaretRightOutlined } from '@ant-design/icons';
import { type PlanResource, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { LoadingRows } from '../../../components/data-table/loading-rows.js';
import { listText } from '../../../lib/list-text.js';
import { ACTION_LOOKS } from './plan-action.js';
import { PlanDifferences } from './plan-differences.js';
import type { PlanRow } from './plan-rows.js';

interface PlanLineProps {
  row: PlanRow;
  isOpen: boolean;
  /** The differences are still to come. */
  isPending: boolean;
  onToggle: (key: string) => void;
}

/** One line of the list. */
export function PlanLine({ row, isOpen, isPending, onToggle }: PlanLineProps) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'action':
      return <ActionHeading row={row} />;
    case 'drift':
    case 'outputs':
      return <h4 className="sy-plan-group">{t(`log.plan.${row.kind}Title`, { count: row.count })}</h4>;
    case 'module':
      return (
        <h5 className="sy-plan-module">
          <code>{withVisibleControls(row.module)}</code>
        </h5>
      );
    case 'resource':
      return <ResourceLine row={row} isOpen={isOpen} isPending={isPending} onToggle={onToggle} />;
    case 'output':
      return (
        <div className="sy-plan-output">
          <PlanDifferences attributes={[row.output]} more={0} />
        </div>
      );
    case 'more':
      return <p className="sy-plan-more">{t('log.plan.moreResources', { count: row.count })}</p>;
  }
}

function ActionHeading({ row: { action, count } }: { row: Extract<PlanRow, { kind: 'action' }> }) {
  const { t } = useTranslation();
  const { tone, Icon } = ACTION_LOOKS[action];
  return (
    <h4 className="sy-plan-group" data-tone={tone}>
      <Icon aria-hidden /> {t(`log.plan.groups.${action}`, { count })}
    </h4>
  );
}

interface ResourceLineProps extends Omit<PlanLineProps, 'row'> {
  row: Extract<PlanRow, { kind: 'resource' }>;
}

function ResourceLine({ row: { key, resource, isDrift }, isOpen, isPending, onToggle }: ResourceLineProps) {
  const { t } = useTranslation();
  const { action, address } = resource;
  const { tone, Icon } = ACTION_LOOKS[action];
  const word = isDrift ? t('log.plan.drifted') : t(`log.plan.words.${action}`);
  return (
    <div className="sy-plan-resource" data-tone={tone}>
      <button type="button" aria-expanded={isOpen} onClick={() => onToggle(key)}>
        <CaretRightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
        <Icon aria-hidden />
        <code>{withVisibleControls(address)}</code>
        <span className="sy-plan-word">{word}</span>
        <ResourceNotes resource={resource} />
      </button>
      {isOpen && isPending && <LoadingRows count={1} />}
      {isOpen && !isPending && <PlanDifferences attributes={resource.attributes} more={resource.more_attributes} />}
    </div>
  );
}

function ResourceNotes({ resource }: { resource: PlanResource }) {
  const { t } = useTranslation();
  const { imported, previous_address: previous } = resource;
  const notes = [
    imported && resource.action !== 'import' && t('log.plan.imported'),
    previous !== undefined && t('log.plan.moved', { address: withVisibleControls(previous) }),
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 && <span className="sy-plan-note">{listText(notes)}</span>;
}
