import { isPlanned, type LaunchOption, mayLaunchWith, type Template } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TagInput } from '../../components/forms/tag-input.js';
import { useInventoryChoices } from '../../components/resource/use-inventory-choices.js';
import { launchSettings } from './run-values.js';

const search = { optionFilterProp: 'label' } as const;

function InventoryField({ projectId, template: { id, app } }: { projectId: number; template: Template }) {
  const { t } = useTranslation();
  const { inventories: fitting, isLoading } = useInventoryChoices(projectId, app, id);
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

/** Launch options that are ticked; nothing without any. */
function Ticks({ options }: { options: readonly { name: LaunchOption; text: string }[] }) {
  if (options.length === 0) {
    return null;
  }
  return (
    <div className="sy-checks">
      {options.map(({ name, text }) => (
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

/** The overrides that the template allows. */
export function RunFields({ projectId, template }: { projectId: number; template: Template }) {
  const { t } = useTranslation();
  const settings = launchSettings(template);
  const may = (option: LaunchOption): boolean => mayLaunchWith(settings, option);
  const ticks = [
    { name: 'dry_run', text: t('run.dryRun') },
    { name: 'diff', text: t('run.diff') },
    { name: 'plan', text: t('run.planOnly') },
    { name: 'destroy', text: t('run.destroy') },
    { name: 'auto_approve', text: t('run.autoApprove') },
    { name: 'upgrade', text: t('run.upgrade') },
    { name: 'reconfigure', text: t('run.reconfigure') },
  ] as const;
  return (
    <>
      <div className="sy-halves">
        {may('git_branch') && (
          <Form.Item name="git_branch" label={t('template.branch')}>
            <Input className="sy-mono" spellCheck={false} placeholder={t('template.repositoryBranch')} />
          </Form.Item>
        )}
        {may('inventory_id') && <InventoryField projectId={projectId} template={template} />}
        {may('limit') && (
          <Form.Item name="limit" label={t('template.limit')}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {may('tags') && (
          <Form.Item name="tags" label={t('template.tags')}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {may('skip_tags') && (
          <Form.Item name="skip_tags" label={t('template.skipTags')}>
            <TagInput placeholder={t('template.none')} />
          </Form.Item>
        )}
      </div>
      {may('arguments') && (
        <Form.Item name="arguments" label={t('template.cliArguments')} extra={t('template.cliArgumentsHint')}>
          <TagInput mono />
        </Form.Item>
      )}
      {may('debug') && <DebugField />}
      <Ticks options={ticks.filter(({ name }) => may(name))} />
    </>
  );
}
