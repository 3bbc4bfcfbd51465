import type { TaskLogMatch, Template } from '@switchyard/contracts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchTemplateLogsQuery } from '../../api/log-search-api.js';
import { errorMessage } from '../../api/api-error.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { Moment } from '../../components/display/moment.js';
import { StatusLabel } from '../../components/task/status-label.js';
import { TaskLink } from '../../components/task/task-link.js';
import './log-search-dialog.css';

interface LogSearchDialogProps {
  template: Template;
  onClosed: () => void;
}

/** Which tasks of a template wrote a text, newest first, a bounded number of logs at a time. */
export function LogSearchDialog({ template: { id, project_id: projectId, name }, onClosed }: LogSearchDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [parts, setParts] = useState<readonly (number | undefined)[]>([undefined]);
  const search = (text: string): void => {
    setQ(text.trim());
    setParts([undefined]);
  };
  return (
    <Dialog
      open
      focusesField
      title={t('logSearch.title', { name })}
      width={800}
      onClose={onClosed}
      footer={<Button onClick={onClosed}>{t('common.close')}</Button>}
    >
      <Input.Search
        value={typed}
        maxLength={500}
        allowClear
        enterButton={t('logSearch.search')}
        placeholder={t('logSearch.text')}
        aria-label={t('logSearch.text')}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={search}
      />
      <div aria-live="polite">
        {q !== '' &&
          parts.map((before, i) => (
            <Part
              key={`${before} ${q}`}
              search={{ projectId, templateId: id, q, before }}
              isLast={i === parts.length - 1}
              onOlder={(next) => setParts([...parts, next])}
              onFollow={onClosed}
            />
          ))}
      </div>
    </Dialog>
  );
}

interface PartProps {
  search: Parameters<typeof useSearchTemplateLogsQuery>[0] & object;
  isLast: boolean;
  /** Goes on with tasks below this id. */
  onOlder: (before: number) => void;
  onFollow: () => void;
}

/** Matches of one request. */
function Part({ search, isLast, onOlder, onFollow }: PartProps) {
  const { t } = useTranslation();
  const { data, error, isFetching } = useSearchTemplateLogsQuery(search, { refetchOnMountOrArgChange: true });
  if (isFetching) {
    return <p className="sy-text2">{t('log.searching')}</p>;
  }
  if (data === undefined) {
    return <p className="sy-field-fault">{errorMessage(error)}</p>;
  }
  const { tasks, searched, next } = data;
  return (
    <>
      {tasks.length > 0 && (
        <ul className="sy-log-matches">
          {tasks.map((match) => (
            <Match key={match.task_id} match={match} onFollow={onFollow} />
          ))}
        </ul>
      )}
      <p className="sy-text2">
        {tasks.length === 0 && `${t('log.noHits')} `}
        {t('logSearch.searched', { count: searched })}
      </p>
      {isLast && next !== null && <Button onClick={() => onOlder(next)}>{t('logSearch.older')}</Button>}
    </>
  );
}

function Match({ match, onFollow }: { match: TaskLogMatch; onFollow: () => void }) {
  const { t } = useTranslation();
  const { task_id: id, status, created, count, line, text } = match;
  return (
    <li>
      <div className="sy-log-match-head">
        <TaskLink taskId={id} line={line + 1} onFollow={onFollow} />
        <StatusLabel status={status} />
        <Moment value={created} short />
        <span className="sy-text2">{t('logSearch.lines', { count })}</span>
      </div>
      <code className="sy-ellipsis" title={text}>
        {text}
      </code>
    </li>
  );
}
