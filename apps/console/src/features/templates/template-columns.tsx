import { type Template, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../components/data-table/column.js';
import { Dash } from '../../components/display/dash.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { RunButton } from '../../components/task/run-button.js';
import { columnText, columnTitle, type NameOf, type TemplateColumn } from './column-choice.js';
import { LastStatus, LastTask, TemplateName } from './template-cells.js';
import { compareText } from '../../lib/compare-text.js';

const compare = (one: string | undefined, other: string | undefined): number => compareText(one ?? '', other ?? '');

interface CellContext {
  t: TFunction;
  nameOf: NameOf;
  /** Address of the list. */
  base: string;
}

function renderCell(name: TemplateColumn, template: Template, { t, nameOf, base }: CellContext): ReactNode {
  if (name === 'status') {
    return template.last_task ? (
      <LastStatus template={template} base={base} />
    ) : (
      <span className="sy-text2">{t('template.notLaunched')}</span>
    );
  }
  if (name === 'last') {
    return <LastTask template={template} />;
  }
  const text = columnText(t, name, template, nameOf);
  if (!text) {
    return <Dash />;
  }
  const shown = withVisibleControls(text);
  const isCode = name === 'playbook' || name === 'version';
  return isCode ? (
    <code className={name === 'playbook' ? 'sy-text2' : undefined} title={shown}>
      {shown}
    </code>
  ) : (
    <span className="sy-text2" title={shown}>
      {shown}
    </span>
  );
}

/** Room and rank of each column; the status stays, because it answers the question of the page. */
const sizes: Readonly<Record<TemplateColumn, Pick<Column<Template>, 'width' | 'min' | 'grow' | 'rank'>>> = {
  playbook: { min: 130, grow: 2, rank: 2 },
  type: { width: 86, rank: 5 },
  inventory: { min: 120, rank: 6 },
  environment: { min: 120, rank: 7 },
  repository: { min: 120, rank: 8 },
  version: { width: 90, rank: 3 },
  status: { width: 190 },
  last: { min: 210, grow: 2, rank: 4 },
};

function dataColumn(name: TemplateColumn, context: CellContext): Column<Template> {
  const { t, nameOf } = context;
  const statusWord = ({ last_task: task }: Template): string => (task ? t(`status.${task.status}`) : '');
  const sorter = (one: Template, other: Template): number => {
    switch (name) {
      case 'status':
        return compare(statusWord(one), statusWord(other));
      case 'last':
        return (one.last_task?.id ?? 0) - (other.last_task?.id ?? 0);
      default:
        return compare(columnText(t, name, one, nameOf), columnText(t, name, other, nameOf));
    }
  };
  return {
    key: name,
    title: columnTitle(t, name),
    ellipsis: name !== 'status',
    ...sizes[name],
    ...(name !== 'version' && { sorter }),
    render: (template) => renderCell(name, template, context),
  };
}

interface ColumnOptions extends CellContext {
  /** Column of check boxes; absent: nothing is done with several. */
  select?: Column<Template> | undefined;
  shown: readonly TemplateColumn[];
  /** Absent: the user may not run tasks. */
  onRun?: ((template: Template) => void) | undefined;
}

/** Name, the chosen columns, and the action. */
export function templateColumns({ shown, onRun, select, ...context }: ColumnOptions): Column<Template>[] {
  const { t, base } = context;
  return [
    ...(select ? [select] : []),
    {
      key: 'name',
      title: t('template.name'),
      min: 180,
      grow: 4,
      sorter: (one, other) => compare(one.name, other.name),
      render: (template) => <TemplateName template={template} base={base} />,
    },
    ...shown.map((name) => dataColumn(name, context)),
    {
      key: 'action',
      title: <HiddenText text={t('common.actions')} />,
      width: 148,
      align: 'right',
      render: (template) => onRun && <RunButton template={template} onRun={onRun} />,
    },
  ];
}
