import { ArrowLeftOutlined, UploadOutlined } from '@ant-design/icons';
import { MAX_PASSPHRASE, type RestoredProject, type RestorePreview as Preview } from '@switchyard/contracts';
import { Alert, Button, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePreviewRestoreMutation, useRestoreProjectMutation } from '../api/projects-api.js';
import { IconButton } from '../components/actions/icon-button.js';
import { DraftNote } from '../components/forms/draft-note.js';
import { useDraft } from '../components/forms/use-draft.js';
import { RequiredMark } from '../components/forms/required-mark.js';
import { useFormIssues } from '../components/forms/use-form-issues.js';
import { useSubmit } from '../components/forms/use-submit.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { type BackupFile, isSealed, nameIn, readBackup, restoreBody } from '../features/projects/backup-file.js';
import { type RestoreChoices, RestorePreview } from '../features/projects/restore-preview.js';
import { RestoreResultDialog } from '../features/projects/restore-result-dialog.js';
import { emptyAt, type Placing } from '../lib/form-issues.js';
import { NotFoundPage } from './not-found-page.js';
import { DemoGate } from '../components/session/demo-gate.js';

interface RestoreValues {
  file: BackupFile | null;
  name: string;
  passphrase: string;
}

const nothing: RestoreValues = { file: null, name: '', passphrase: '' };

/** A draft has the name alone: file and passphrase are chosen and typed again. */
const kept = {
  draft: { name: 'project/restore', plain: ({ name }: RestoreValues): object => ({ name }) },
  initial: nothing,
  edited: undefined,
};

/** The field of a member of the document. */
const restoreField: Placing = ({ path }) => (path.join('.') === 'meta.name' ? ['name'] : path);

/** The file, the name of the project, and what the server finds in them. */
function useRestore(onRestored: (result: RestoredProject | null) => void) {
  const { t } = useTranslation();
  const [requestPreview] = usePreviewRestoreMutation();
  const [requestRestore] = useRestoreProjectMutation();
  const [form] = Form.useForm<RestoreValues>();
  const draft = useDraft<RestoreValues>({ form, ...kept, untouched: useRef<object>(nothing) });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [choices, setChoices] = useState<RestoreChoices>({ members: false, schedules: false });
  const [unreadable, setUnreadable] = useState(false);
  const missing = unreadable ? t('restore.fileUnreadable') : t('restore.fileMissing');
  const issues = useFormIssues<RestoreValues>(
    form,
    ({ file, name }) => [
      ...(file === null ? [{ path: ['file'], message: missing }] : []),
      ...(name.trim() === '' ? [emptyAt('name')] : []),
    ],
    restoreField,
  );
  const { busy, failure, submit } = useSubmit(issues, async () => {
    const { file, name, passphrase } = form.getFieldsValue(true) as RestoreValues;
    const document = restoreBody(file ?? {}, { name: name.trim(), passphrase });
    if (preview === null) {
      setPreview(await requestPreview(document).unwrap());
    } else {
      const restored = await requestRestore({ body: document, ...choices }).unwrap();
      draft.end();
      onRestored(restored);
    }
  });
  const choose = async (chosen: File | undefined): Promise<void> => {
    const file = chosen ? await readBackup(chosen) : null;
    setUnreadable(chosen !== undefined && file === null);
    form.setFieldsValue({ file, passphrase: '', name: form.getFieldValue('name') || (file ? nameIn(file) : '') });
    form.setFields([{ name: 'file', errors: chosen && !file ? [t('restore.fileUnreadable')] : [] }]);
    setPreview(null);
  };
  const change = (): void => {
    setPreview(null);
    issues.recheck();
    draft.changed();
  };
  return {
    form,
    draft,
    preview,
    choices,
    setChoices,
    busy,
    failure: failure ?? issues.unplaced,
    submit,
    choose,
    change,
  };
}

interface FileFieldProps {
  onChoose: (file: File | undefined) => void;
  id?: string;
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

/** A file of the reader's machine; what is in it is the value of the form. */
function FileField({ onChoose, id, 'aria-invalid': isWrong, 'aria-describedby': described }: FileFieldProps) {
  return (
    <input
      id={id}
      aria-invalid={isWrong}
      aria-describedby={described}
      className="sy-file"
      type="file"
      accept=".json,application/json"
      onChange={({ target }) => onChoose(target.files?.[0])}
    />
  );
}

/** File and name; the file is checked first. */
function RestoreForm({ onRestored }: { onRestored: (result: RestoredProject | null) => void }) {
  const { t } = useTranslation();
  const { form, draft, preview, choices, setChoices, busy, failure, submit, choose, change } = useRestore(onRestored);
  const file = Form.useWatch('file', form) ?? null;
  return (
    <Form<RestoreValues>
      name="restore"
      form={form}
      layout="vertical"
      initialValues={draft.start}
      requiredMark={RequiredMark}
      onValuesChange={change}
      onFinish={() => void submit()}
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <DraftNote draft={draft.draft} onDiscard={draft.discard} />
      <Form.Item name="file" label={t('restore.file')} required>
        <FileField onChoose={(chosen) => void choose(chosen)} />
      </Form.Item>
      {file !== null && isSealed(file) && (
        <Form.Item name="passphrase" label={t('restore.passphrase')} extra={t('restore.passphraseHint')}>
          <Input.Password maxLength={MAX_PASSPHRASE} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('project.name')} required>
        <Input maxLength={255} />
      </Form.Item>
      {preview !== null && (
        <RestorePreview preview={preview} file={file ?? {}} choices={choices} onChoose={setChoices} />
      )}
      <DemoGate>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          icon={preview !== null && <UploadOutlined aria-hidden />}
        >
          {preview === null ? t('restore.check') : t('restore.restore')}
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
