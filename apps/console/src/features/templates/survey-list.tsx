import { DeleteOutlined, EditOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import { answerKind, type SurveyVariable } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { listText } from '../../lib/list-text.js';
import { moved } from '../../lib/list-order.js';
import { SurveyDialog } from './survey-dialog.js';

interface SurveyListProps {
  /** Before the names of the drafts of its questions. */
  draft: string;
  value?: SurveyVariable[];
  onChange?: (value: SurveyVariable[]) => void;
}

interface SurveyItemProps {
  variable: SurveyVariable;
  onEdit: () => void;
  onRemove: () => void;
  /** Moves the entry by so many places. */
  onMove: (by: number) => void;
  onDragStart: () => void;
  onDrop: () => void;
}

const typeWords = { '': 'string', int: 'int', secret: 'secret', enum: 'enum' } as const;

function SurveyItem({ variable, onEdit, onRemove, onMove, onDragStart, onDrop }: SurveyItemProps) {
  const { t } = useTranslation();
  const { name, title, type, required, values } = variable;
  const word = t(`survey.types.${typeWords[answerKind(variable)]}`);
  const step = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      onMove(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    <li draggable onDragStart={onDragStart} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <IconButton
        size="small"
        label={t('survey.move', { title })}
        icon={<HolderOutlined aria-hidden />}
        onKeyDown={step}
      />
      <div className="sy-grow">
        <div className="sy-ellipsis">
          <b>{title}</b>
          {required && <span className="sy-text3">, {t('survey.required')}</span>}
        </div>
        <div className="sy-ellipsis sy-text2">
          <code>{name}</code> {type === 'enum' ? `${word}: ${listText(values.map((value) => value.name))}` : word}
        </div>
      </div>
      <IconButton
        size="small"
        label={t('common.editNamed', { name: title })}
        icon={<EditOutlined aria-hidden />}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        label={t('common.deleteNamed', { name: title })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}

/** Survey variables in the order in which they are asked; the handle moves one by dragging or with the arrow keys. */
export function SurveyList({ draft, value = [], onChange }: SurveyListProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const save = (variable: SurveyVariable): void =>
    onChange?.(
      editing === value.length ? [...value, variable] : value.map((old, at) => (at === editing ? variable : old)),
    );
  return (
    <>
      {value.length > 0 && (
        <ul className="sy-plist">
          {value.map((variable, index) => (
            <SurveyItem
              key={variable.name}
              variable={variable}
              onEdit={() => setEditing(index)}
              onRemove={() => onChange?.(value.filter((_, at) => at !== index))}
              onMove={(by) => onChange?.(moved(value, index, index + by))}
              onDragStart={() => setDragged(index)}
              onDrop={() => dragged !== null && onChange?.(moved(value, dragged, index))}
            />
          ))}
        </ul>
      )}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing(value.length)}>
        {t('survey.add')}
      </Button>
      {editing !== null && (
        <SurveyDialog
          draft={`${draft}/${value[editing]?.name ?? 'new'}`}
          variable={value[editing] ?? null}
          taken={value.filter((_, at) => at !== editing).map(({ name }) => name)}
          onSave={save}
          onClosed={() => setEditing(null)}
        />
      )}
    </>
  );
}
