import { CheckOutlined, CloseOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { type GetRef, Input } from 'antd';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import type { ViewRow } from './view-rows.js';

interface ViewLineProps {
  row: ViewRow;
  fault: string | undefined;
  onType: (title: string) => void;
  onLeave: () => void;
  onSave: () => void;
  onReset: () => void;
  onDelete: () => void;
  /** Moves the view by so many places. */
  onMove: (by: number) => void;
  onDragStart: () => void;
  onDrop: () => void;
}

/** The key that belongs to the line is not for the dialog as well. */
function onOwnKey(event: KeyboardEvent, key: string, work: () => void): void {
  if (event.key === key) {
    event.preventDefault();
    event.stopPropagation();
    work();
  }
}

function Handle({ title, onMove }: { title: string; onMove: (by: number) => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="small"
      label={t('views.move', { title })}
      icon={<HolderOutlined aria-hidden />}
      onKeyDown={(event) => {
        onOwnKey(event, 'ArrowUp', () => onMove(-1));
        onOwnKey(event, 'ArrowDown', () => onMove(1));
      }}
    />
  );
}

type TitleFieldProps = Pick<ViewLineProps, 'row' | 'fault' | 'onType' | 'onSave' | 'onReset'>;

function TitleField({ row: { id, stored, draft }, fault, onType, onSave, onReset }: TitleFieldProps) {
  const { t } = useTranslation();
  const field = useRef<GetRef<typeof Input>>(null);
  useEffect(() => {
    if (fault !== undefined) {
      field.current?.focus();
    }
  }, [fault]);
  return (
    <div className="sy-grow">
      <Input
        ref={field}
        value={draft ?? stored}
        aria-label={t('views.title')}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `view-fault-${id}`}
        status={fault === undefined ? '' : 'error'}
        autoFocus={id < 0}
        variant={draft === null ? 'borderless' : 'outlined'}
        onFocus={() => draft === null && onType(stored)}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          onOwnKey(event, 'Enter', onSave);
          onOwnKey(event, 'Escape', onReset);
        }}
      />
      {fault !== undefined && (
        <p className="sy-field-fault" id={`view-fault-${id}`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A view in the edit dialog: active once its field has the focus; the tick saves, the cross takes what was typed back. */
export function ViewLine({ row, fault, ...on }: ViewLineProps) {
  const { t } = useTranslation();
  const { id, stored, draft } = row;
  const isNew = id < 0;
  const title = stored || t('views.new');
  const leave = (event: FocusEvent<HTMLLIElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) {
      on.onLeave();
    }
  };
  return (
    <li className="sy-view-line" onBlur={leave} onDragOver={(event) => event.preventDefault()} onDrop={on.onDrop}>
      <span className="sy-view-handle" draggable={!isNew} onDragStart={on.onDragStart}>
        {!isNew && <Handle title={title} onMove={on.onMove} />}
      </span>
      <TitleField row={row} fault={fault} {...on} />
      {draft !== null && (
        <>
          <IconButton
            size="small"
            label={t('views.save', { title })}
            icon={<CheckOutlined aria-hidden />}
            onClick={on.onSave}
          />
          <IconButton
            size="small"
            label={t('views.reset', { title })}
            icon={<CloseOutlined aria-hidden />}
            onClick={on.onReset}
          />
        </>
      )}
      {!isNew && (
        <IconButton
          size="small"
          label={t('common.deleteNamed', { name: title })}
          icon={<DeleteOutlined aria-hidden />}
          onClick={on.onDelete}
        />
      )}
    </li>
  );
}
