import { inventoryTypesOf, effectiveApp, isPlanned, type Template } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { TagInput } from '../../components/forms/tag-input.js';
import { runOptions, type RunOptions } from './run-values.js';

const search = { optionFilterProp: 'label' } as const;

function InventoryField({ projectId, app }: { projectId: number; app: string }) {
  const { t } = useTranslation();
  const { data: inventories = [], isLoading } = useListInventoriesQuery(projectId);
  const types = inventoryTypesOf(effectiveApp(app)) ?? [];
  const fitting = inventories.filter(({ type }) => types.includes(type));
  return (
    <Form.Item name="inventory_id" label={isPlanned(app) ? t('template.workspace') : t('template.inventory')}>
      <Select
        loading={isLoading}
        showSearch={search}
        options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  );
}

/** What a plan may be asked for. */
function PlanFields({ options }: { options: RunOptions }) {
  const { t } = useTranslation();
  const fields = [
    { name: 'plan', text: t('run.planOnly'), offered: true },
    { name: 'destroy', text: t('run.destroy'), offered: options.destroy },
    { name: 'auto_approve', text: t('run.autoApprove'), offered: options.autoApprove },
    { name: 'upgrade', text: t('run.upgrade'), offered: true },
    { name: 'reconfigure', text: t('run.reconfigure'), offered: true },
  ];
  return (
    <div className="sy-checks">
      {fields
        .filter(({ offered }) => offered)
        .map(({ name, text }) => (
          <Form.Item key={name} name={name} valuePropName="checked" noStyle>
            <Checkbox>{text}</Checkbox>
          </Form.Item>
        ))}
    </div>
  );
}

/** Debug level 1 to 6, or off. */
function DebugField() {
  const { t } = useTranslation();
  const levels = [1, 2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));
  return (
    <Form.Item name="debug_level" label={t('template.debugLevel')}>
      <Select style={{ width: 120 }} options={[{ value: 0, label: t('run.debugOff') }, ...levels]} />
    </Form.Item>
  );
}

function CheckFields() {
  const { t } = useTranslation();
  return (
    <div className="sy-checks">
      <Form.Item name="dry_run" valuePropName="checked" noStyle>
        <Checkbox>{t('run.dryRun')}</Checkbox>
      </Form.Item>
      <Form.Item name="diff" valuePropName="checked" noStyle>
        <Checkbox>{t('run.diff')}</Checkbox>
      </Form.Item>
    </div>
  );
}

/** The overrides that the template allows. */
export function RunFields({ projectId, template }: { projectId: number; template: Template }) {
  const { t } = useTranslation();
  const options = runOptions(template);
  return (
    <>
      <div className="sy-halves">
        {options.branch && (
          <Form.Item name="git_branch" label={t('template.branch')}>
            <Input className="sy-mono" spellCheck={false} placeholder={t('template.repositoryBranch')} />
          </Form.Item>
        )}
        {options.inventory && <InventoryField projectId={projectId} app={template.app} />}
        {options.limit && (
          <Form.Item name="limit" label={t('template.limit')}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {options.tags && (
          <Form.Item name="tags" label={t('template.tags')}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {options.skipTags && (
          <Form.Item name="skip_tags" label={t('template.skipTags')}>
            <TagInput placeholder={t('template.none')} />
          </Form.Item>
        )}
      </div>
      {options.arguments && (
        <Form.Item name="arguments" label={t('template.cliArguments')} extra={t('template.cliArgumentsHint')}>
          <TagInput mono />
        </Form.Item>
      )}
      {options.debug && <DebugField />}
      {options.check && <CheckFields />}
      {options.plan && <PlanFields options={options} />}
    </>
  );
}
