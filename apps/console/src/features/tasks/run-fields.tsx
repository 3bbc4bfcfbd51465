import {
  appFamily,
  effectiveApp,
  isPlanned,
  type LaunchOption,
  mayLaunchWith,
  own,
  type Template,
  TERRAFORM_CHECKS,
  WORKSPACE_VARIABLE,
  workspaceTypeOf,
} from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { TagInput } from '../../components/forms/tag-input.js';
import { useInventoryChoices } from '../../components/resource/use-inventory-choices.js';
import { ChangedLabel } from './changed-label.js';
import { launchSettings } from '../../lib/launch-settings.js';
import { type RunValues, takesVariables } from './run-values.js';

function InventoryField({ projectId, template }: { projectId: number; template: Template }) {
  const { t } = useTranslation();
  const { app, task_params: params } = template;
  const isUnnamed = appFamily(app) === 'terraform' && own(params ?? {}, 'override_backend') === true;
  const { inventories: fitting, isLoading } = useInventoryChoices(projectId, app, template);
  return (
    <Form.Item
      name="inventory_id"
      label={
        <ChangedLabel name="inventory_id">
          {isPlanned(app) ? t('template.workspace') : t('template.inventory')}
        </ChangedLabel>
      }
      extra={isUnnamed && t('template.workspaceHint', { variable: WORKSPACE_VARIABLE })}
    >
      <ResourceSelect kind={workspaceTypeOf(effectiveApp(app)) ?? 'inventory'} loading={isLoading} rows={fitting} />
    </Form.Item>
  );
}

interface Tick {
  name: LaunchOption & keyof RunValues;
  text: string;
  /** Effect of the option, where the name alone does not say it. */
  effect?: string;
}

/** Launch options that are ticked; nothing without any. */
function Ticks({ options }: { options: readonly Tick[] }) {
  return options.length === 0 ? null : (
    <div className="sy-checks">
      {options.map(({ name, text, effect }) => (
        <Form.Item key={name} name={name} valuePropName="checked" noStyle>
          <Checkbox {...(effect !== undefined && { className: 'sy-check-wide' })}>
            <ChangedLabel name={name}>{text}</ChangedLabel>
            {effect !== undefined && <small className="sy-check-effect">{effect}</small>}
          </Checkbox>
        </Form.Item>
      ))}
    </div>
  );
}

/** Options that can do harm. */
function GraveTicks({ options }: { options: readonly Tick[] }) {
  return options.map(({ name, text, effect }) => (
    <div key={name} className="sy-grave-tick" data-tone={name === 'destroy' ? 'red' : 'gold'}>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Checkbox>
          <ChangedLabel name={name}>{text}</ChangedLabel>
          <small className="sy-check-effect">{effect}</small>
        </Checkbox>
      </Form.Item>
    </div>
  ));
}

const DEBUG_LEVELS = [1, 2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));
const USUAL_LEVEL = 4;

interface DebugInputProps {
  id?: string;
  /** 0 = off. */
  value?: number;
  onChange?: (value: number) => void;
}

function DebugInput({ id, value = 0, onChange }: DebugInputProps) {
  const { t } = useTranslation();
  return (
    <span className="sy-row">
      <Checkbox checked={value > 0} onChange={({ target }) => onChange?.(target.checked ? USUAL_LEVEL : 0)}>
        {t('run.debug')}
      </Checkbox>
      {value > 0 && (
        <Select
          {...(id !== undefined && { id })}
          aria-label={t('template.debugLevel')}
          style={{ width: 72 }}
          value={value}
          options={DEBUG_LEVELS}
          {...(onChange && { onChange })}
        />
      )}
    </span>
  );
}

/** Debug level 1 to 6, or off. */
function DebugField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="debug_level"
      label={<ChangedLabel name="debug_level">{t('template.debugLevel')}</ChangedLabel>}
      htmlFor=""
    >
      <DebugInput />
    </Form.Item>
  );
}

/** Variables that are no questions of the template. */
function VariablesField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="variables"
      label={<ChangedLabel name="variables">{t('run.variables')}</ChangedLabel>}
      extra={t('run.variablesHint')}
    >
      <Input.TextArea className="sy-mono" autoSize={{ minRows: 2, maxRows: 10 }} spellCheck={false} placeholder="{}" />
    </Form.Item>
  );
}

/** Checks in the place of a plan, by the names of the tool's own commands. */
function CheckTicks({ may }: { may: (option: LaunchOption) => boolean }) {
  const { t } = useTranslation();
  const options = TERRAFORM_CHECKS.filter(may).map((name) => ({ name, text: name, effect: t(`run.checks.${name}`) }));
  return options.length === 0 ? null : (
    <fieldset className="sy-fieldset">
      <legend>{t('run.checksLegend')}</legend>
      <Ticks options={options} />
    </fieldset>
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
    { name: 'upgrade', text: t('run.upgrade') },
    { name: 'reconfigure', text: t('run.reconfigure') },
  ] as const;
  const grave = [
    { name: 'destroy', text: t('run.destroy'), effect: t('run.destroyEffect') },
    { name: 'auto_approve', text: t('run.autoApprove'), effect: t('run.autoApproveEffect') },
  ] as const;
  return (
    <>
      <div className="sy-halves">
        {may('git_branch') && (
          <Form.Item name="git_branch" label={<ChangedLabel name="git_branch">{t('template.branch')}</ChangedLabel>}>
            <Input className="sy-mono" spellCheck={false} placeholder={t('template.repositoryBranch')} />
          </Form.Item>
        )}
        {may('inventory_id') && <InventoryField projectId={projectId} template={template} />}
        {may('limit') && (
          <Form.Item name="limit" label={<ChangedLabel name="limit">{t('template.limit')}</ChangedLabel>}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {may('tags') && (
          <Form.Item name="tags" label={<ChangedLabel name="tags">{t('template.tags')}</ChangedLabel>}>
            <TagInput placeholder={t('template.all')} />
          </Form.Item>
        )}
        {may('skip_tags') && (
          <Form.Item name="skip_tags" label={<ChangedLabel name="skip_tags">{t('template.skipTags')}</ChangedLabel>}>
            <TagInput placeholder={t('template.none')} />
          </Form.Item>
        )}
      </div>
      {may('arguments') && (
        <Form.Item
          name="arguments"
          label={<ChangedLabel name="arguments">{t('template.cliArguments')}</ChangedLabel>}
          extra={t('template.cliArgumentsHint')}
        >
          <TagInput mono />
        </Form.Item>
      )}
      {may('debug') && <DebugField />}
      {takesVariables(template) && <VariablesField />}
      <Ticks options={ticks.filter(({ name }) => may(name))} />
      <CheckTicks may={may} />
      <GraveTicks options={grave.filter(({ name }) => may(name))} />
    </>
  );
}
