import { CopyOutlined } from '@ant-design/icons';
import { isPlanned, TemplateInput, type Template } from '@switchyard/contracts';
import { Button, Form, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSaveTemplateMutation } from '../../api/templates-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { useNotify } from '../../components/feedback/notify.js';
import { AskedFields } from './asked-fields.js';
import {
  isWide,
  templateBody,
  type TemplateDefaults,
  templateIssues,
  templateValues,
  type TemplateValues,
} from './template-values.js';
import { typeWords } from './type-words.js';
import { useCommitSchedule } from './use-commit-schedule.js';
import { WhatRunsFields } from './what-runs-fields.js';
import { WhereFields } from './where-fields.js';

/** Task, Build or Deploy: decides which fields the form has. */
function TypeTabs({ app }: { app: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TemplateValues>();
  const type = Form.useWatch('type', form) ?? '';
  return (
    <div className="sy-typebar">
      <Tabs
        activeKey={type}
        onChange={(key) => form.setFieldValue('type', key)}
        items={Object.entries(typeWords).map(([key, word]) => ({ key, label: t(`template.types.${word}`) }))}
      />
      <span className="sy-text2">
        {type === '' && isPlanned(app) ? t('template.typeHints.plan') : t(`template.typeHints.${typeWords[type]}`)}
      </span>
    </div>
  );
}

interface FieldsProps {
  projectId: number;
  app: string;
  /** undefined = the template is new. */
  templateId: number | undefined;
}

function TemplateFields({ projectId, app, templateId }: FieldsProps) {
  const form = Form.useFormInstance<TemplateValues>();
  const type = Form.useWatch('type', form) ?? '';
  return (
    <>
      <TypeTabs app={app} />
      <Form.Item name="type" hidden>
        <input />
      </Form.Item>
      <div className={isWide(app) ? 'sy-tplgrid sy-tplgrid-wide' : 'sy-tplgrid'}>
        <WhatRunsFields projectId={projectId} self={templateId ?? null} values={{ app, type }} />
        <WhereFields projectId={projectId} app={app} />
        <AskedFields projectId={projectId} app={app} templateId={templateId} />
      </div>
    </>
  );
}

interface TemplateDialogProps {
  projectId: number;
  /** App of a new template. */
  app: string;
  template: Template | null;
  /** Of a new template. */
  defaults?: TemplateDefaults;
  /** Start with the values of `template`, but save a new one. */
  copy?: boolean;
  /** Offers a copy of the stored template, at the left of the footer. */
  onCopy?: () => void;
  onClosed: () => void;
  onSaved?: (id: number | null) => void;
}

interface LoadedDialogProps extends TemplateDialogProps {
  edited?: Edited<TemplateValues>;
}

/** New templates differ by their app, copies by what they are made of. */
const draftNameOf = ({
  projectId,
  app,
  template,
  copy,
}: Pick<TemplateDialogProps, 'projectId' | 'app' | 'template' | 'copy'>): string =>
  `project/${projectId}/templates/${template === null ? `new.${app}` : `${template.id}${copy ? '.copy' : ''}`}`;

function LoadedDialog({
  projectId,
  app,
  template,
  edited,
  defaults,
  copy = false,
  onCopy,
  onClosed,
  onSaved,
}: LoadedDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [save] = useSaveTemplateMutation();
  const isNew = template === null || copy;
  const usedApp = template?.app ?? app;
  const commits = useCommitSchedule(projectId, isNew ? null : template.id);
  if (commits.values === undefined) {
    return null;
  }
  const stored = { ...templateValues(template, app, defaults), ...commits.values };
  const initial = copy ? { ...stored, name: t('template.copyOf', { name: stored.name }) } : stored;
  const saveCommits = (id: number | undefined, values: TemplateValues): Promise<void> =>
    id === undefined ? Promise.resolve() : commits.save(id, values);
  const submit = async (values: TemplateValues, tag: string | null): Promise<void> => {
    const body = TemplateInput.parse(templateBody(values));
    const saved = await save({ projectId, id: isNew ? undefined : template.id, tag, body }).unwrap();
    await saveCommits(saved?.id ?? template?.id, values);
    notify.success(t('template.saved', { name: body.name }));
    onSaved?.(saved?.id ?? null);
  };
  return (
    <FormDialog<TemplateValues>
      title={
        <span className="sy-name">
          <AppMark app={usedApp} size={20} />
          {isNew ? t('template.new') : t('template.edit')}
        </span>
      }
      width={isWide(usedApp) ? 1200 : 800}
      fullScreen="template"
      initial={initial}
      edited={edited && withCommits(edited, commits.values)}
      draft={{ name: draftNameOf({ projectId, app, template, copy }) }}
      submitText={isNew ? t('common.create') : t('common.save')}
      validate={templateIssues}
      onSubmit={submit}
      onClosed={onClosed}
      aside={
        onCopy && (
          <Button type="text" icon={<CopyOutlined aria-hidden />} onClick={onCopy}>
            {t('common.copy')}
          </Button>
        )
      }
    >
      <TemplateFields projectId={projectId} app={usedApp} templateId={isNew ? undefined : template.id} />
    </FormDialog>
  );
}

/** The stored template with what its dialog shows of its schedule. */
const withCommits = (edited: Edited<TemplateValues>, commits: Partial<TemplateValues>): Edited<TemplateValues> => ({
  ...edited,
  read: async () => {
    const present = await edited.read();
    return { ...present, row: { ...present.row, ...commits } };
  },
});

/** Width 1200 for Ansible, Terraform and OpenTofu, else 800. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { t } = useTranslation();
  const { projectId, app, template, copy, onClosed } = props;
  return template === null || copy ? (
    <LoadedDialog {...props} />
  ) : (
    <StoredRow<Template>
      path={`project/${projectId}/templates/${template.id}`}
      title={t('template.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog
          {...props}
          template={stored.row}
          edited={editedAs(stored, readAgain, (row) => templateValues(row, app))}
        />
      )}
    </StoredRow>
  );
}
