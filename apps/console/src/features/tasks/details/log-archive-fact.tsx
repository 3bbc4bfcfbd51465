import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { LogArchiveCheck } from '@switchyard/contracts';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.js';
import { useLazyCheckLogArchiveQuery } from '../../../api/log-archive-api.js';
import type { TaskRef } from '../../../api/tasks-api.js';
import { Moment } from '../../../components/display/moment.js';

type Lost = LogArchiveCheck['lost'];

/** State of a check of the archive: it goes on, has found these lines lost, or failed. */
type Check = { state: 'running' } | { state: 'done'; lost: Lost } | { state: 'failed'; reason: string };

interface LogArchiveFactProps {
  task: TaskRef;
  archived: string;
}

/** Since when the log of a task is archived, and on demand whether it is still what was written. */
export function LogArchiveFact({ task, archived }: LogArchiveFactProps) {
  const { t } = useTranslation();
  const { check, run } = useArchiveCheck(task);
  return (
    <>
      <Moment value={archived} />{' '}
      <span aria-live="polite">
        {check?.state === 'done' && <Verdict lost={check.lost} />}
        {check?.state === 'failed' && <span className="sy-field-fault">{check.reason}</span>}
      </span>
      <Button type="link" size="small" loading={check?.state === 'running'} onClick={() => void run()}>
        {check?.state === 'running' ? t('log.archive.checking') : t('log.archive.check')}
      </Button>
    </>
  );
}

function Verdict({ lost: [first] }: { lost: Lost }) {
  const { t } = useTranslation();
  return first ? (
    <Tag color="error">{t('log.archive.lost', { from: first.first + 1, to: first.first + first.count })}</Tag>
  ) : (
    <Tag color="success" icon={<SafetyCertificateOutlined aria-hidden />}>
      {t('log.archive.intact')}
    </Tag>
  );
}

/** As many requests as the archive is long. */
function useArchiveCheck(task: TaskRef): { check: Check | null; run: () => Promise<void> } {
  const [check, setCheck] = useState<Check | null>(null);
  const [request] = useLazyCheckLogArchiveQuery();
  const run = async (): Promise<void> => {
    setCheck({ state: 'running' });
    try {
      const lost: Lost = [];
      for (let after: number | null = 0; after !== null;) {
        const part: LogArchiveCheck = await request({ ...task, after }).unwrap();
        lost.push(...part.lost);
        after = part.next;
      }
      setCheck({ state: 'done', lost });
    } catch (error) {
      setCheck({ state: 'failed', reason: errorMessage(error) });
    }
  };
  return { check, run };
}
