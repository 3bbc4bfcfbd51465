import { ArrowLeftOutlined, UploadOutlined } from '@ant-design/icons';
import { MAX_PASSPHRASE, type RestoredProject, type RestorePlan as Plan } from '@switchyard/contracts';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { errorMessage, refusedIssues } from '../api/api-error.js';
import { usePlanRestoreMutation, useRestoreProjectMutation } from '../api/projects-api.js';
import { IconButton } from '../components/actions/icon-button.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { type BackupFile, isSealed, nameIn, readBackup, restoreBody } from '../features/projects/backup-file.js';
import { RestorePlan } from '../features/projects/restore-plan.js';
import { RestoreResultDialog } from '../features/projects/restore-result-dialog.js';
import { problemWords } from '../lib/problem-words.js';
import { NotFoundPage } from './not-found-page.js';
import { DemoGate } from '../components/session/demo-gate.js';

/** The file, the name of the project, and what the server finds in them. */
function useRestore() {
  const { t } = useTranslation();
  const [requestPlan, planning] = usePlanRestoreMutation();
  const [requestRestore, restoring] = useRestoreProjectMutation();
  const [file, setFile] = useState<BackupFile | null>(null);
  const [name, setName] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [faults, setFaults] = useState<string[]>([]);
  const attempt = async <T,>(request: (document: object) => Promise<T>): Promise<T | null> => {
    const missing = [
      ...(name.trim() === '' ? [t('restore.nameMissing')] : []),
      ...(file ? [] : [t('restore.fileMissing')]),
    ];
    setFaults(missing);
    if (!file || missing.length > 0) {
      return null;
    }
    try {
      return await request(restoreBody(file, { name: name.trim(), passphrase }));
    } catch (error) {
      const known = new Map([
        ['meta.name', t('project.name')],
        ['passphrase', t('restore.passphrase')],
      ]);
      const place = (path: string): string => known.get(path) ?? path;
      const issues = refusedIssues(error).map((issue) => `${place(issue.path.join('.'))}: ${problemWords(issue)}`);
      setFaults(issues.length > 0 ? issues : [errorMessage(error)]);
      return null;
    }
  };
  return {
    ...{ name, passphrase, plan, faults, busy: planning.isLoading || restoring.isLoading },
    sealed: file !== null && isSealed(file),
    open: (text: string) => {
      setPassphrase(text);
      setPlan(null);
    },
    rename: (text: string) => {
      setName(text);
      setPlan(null);
    },
    choose: async (chosen: File | undefined) => {
      const read = chosen ? await readBackup(chosen) : null;
      setFile(read);
      setPlan(null);
      setPassphrase('');
      setFaults(chosen && !read ? [t('restore.fileUnreadable')] : []);
      setName((known) => known || (read ? nameIn(read) : ''));
    },
    check: async () => setPlan(await attempt((document) => requestPlan(document).unwrap())),
    restore: () => attempt((document) => requestRestore(document).unwrap()),
  };
}

/** File and name; the file is checked first. */
function RestoreForm({ onRestored }: { onRestored: (result: RestoredProject | null) => void }) {
  const { t } = useTranslation();
  const { name, passphrase, sealed, plan, faults, busy, open, rename, choose, check, restore } = useRestore();
  const submit = async (): Promise<void> => {
    await (plan === null ? check() : restore().then(onRestored));
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      {faults.length > 0 && (
        <Alert
          className="sy-dialog-alert"
          type="error"
          showIcon
          title={faults.slice(0, 10).map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        />
      )}
      <Form.Item label={t('restore.file')} htmlFor="backup-file">
        <input
          id="backup-file"
          className="sy-file"
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </Form.Item>
      {sealed && (
        <Form.Item label={t('restore.passphrase')} htmlFor="restore-passphrase" extra={t('restore.passphraseHint')}>
          <Input.Password
            id="restore-passphrase"
            value={passphrase}
            maxLength={MAX_PASSPHRASE}
            autoComplete="off"
            onChange={({ target }) => open(target.value)}
          />
        </Form.Item>
      )}
      <Form.Item label={t('project.name')} htmlFor="restore-name">
        <Input id="restore-name" value={name} maxLength={255} onChange={({ target }) => rename(target.value)} />
      </Form.Item>
      {plan !== null && <RestorePlan plan={plan} />}
      <DemoGate>
        <Button type="primary" htmlType="submit" loading={busy} icon={plan !== null && <UploadOutlined aria-hidden />}>
          {plan === null ? t('restore.check') : t('restore.restore')}
        </Button>
      </DemoGate>
    </Form>
  );
}

/** A project from a backup, for people who may make one: checked first, then made. */
export function RestorePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSessionUser();
  const [result, setResult] = useState<RestoredProject | null>(null);
  if (!user.can_create_project) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead
        title={t('restore.title')}
        before={
          <IconButton
            label={t('common.back')}
            icon={<ArrowLeftOutlined aria-hidden />}
            onClick={() => void navigate('/')}
          />
        }
      />
      <div className="sy-body sy-body-padded">
        <div className="sy-centred sy-form-narrow">
          <p className="sy-text2">{t('restore.text')}</p>
          <RestoreForm onRestored={setResult} />
        </div>
      </div>
      {result !== null && (
        <RestoreResultDialog result={result} onClose={() => void navigate(`/project/${result.id}/templates`)} />
      )}
    </>
  );
}
