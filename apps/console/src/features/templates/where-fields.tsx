import { effectiveApp, isPlanned, isWorkspaceType, workspaceTypeOf } from '@switchyard/contracts';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListEnvironmentsQuery } from '../../api/environments-api.js';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { RunnerTagField } from '../../components/forms/runner-tag-field.js';
import { TagInput } from '../../components/forms/tag-input.js';
import { useInventoryChoices } from '../../components/resource/use-inventory-choices.js';
import { inventoryTypes, isAnsible } from './template-values.js';

interface WhereProps {
  projectId: number;
  app: string;
}

function InventoryField({ projectId, app }: WhereProps) {
  const { t } = useTranslation();
  const { inventories: fitting, isLoading } = useInventoryChoices(projectId, app);
  const ansible = isAnsible(app);
  const { data: all } = useListInventoriesQuery(projectId, { skip: ansible });
  const chosen = Form.useWatch<number | null | undefined>('inventory_id');
  const unused = all?.filter(({ id, type }) => id === chosen && !isWorkspaceType(type)) ?? [];
  return (
    <Form.Item
      name="inventory_id"
      label={ansible ? t('template.inventory') : t('template.workspace')}
      required={ansible}
      extra={unused.length > 0 ? t('template.inventoryUnused') : undefined}
    >
      <ResourceSelect
        kind={workspaceTypeOf(effectiveApp(app)) ?? 'inventory'}
        loading={isLoading}
        allowClear={!ansible}
        placeholder={ansible ? undefined : t('template.defaultWorkspace')}
        rows={[...unused, ...fitting]}
      />
    </Form.Item>
  );
}

function ArgumentFields({ planned }: { planned: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="arguments"
        label={planned ? t('template.planArguments') : t('template.cliArguments')}
        extra={t('template.cliArgumentsHint')}
      >
        <TagInput mono />
      </Form.Item>
      {planned && (
        <div className="sy-halves">
          <Form.Item name="init_arguments" label={t('template.initArguments')}>
            <TagInput mono />
          </Form.Item>
          <Form.Item name="apply_arguments" label={t('template.applyArguments')}>
            <TagInput mono />
          </Form.Item>
        </div>
      )}
    </>
  );
}

function PatternFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className="sy-halves">
        <Form.Item name={['task_params', 'limit']} label={t('template.limit')}>
          <TagInput placeholder={t('template.all')} />
        </Form.Item>
        <Form.Item name={['task_params', 'tags']} label={t('template.tags')}>
          <TagInput placeholder={t('template.all')} />
        </Form.Item>
      </div>
      <Form.Item name={['task_params', 'skip_tags']} label={t('template.skipTags')}>
        <TagInput placeholder={t('template.none')} />
      </Form.Item>
    </>
  );
}

const GENERAL = [
  { name: ['allow_override_branch_in_task'], word: 'branch' },
  { name: ['allow_override_args_in_task'], word: 'arguments' },
  { name: ['allow_any_vars_in_task'], word: 'anyVariables' },
] as const;
const OF_ANSIBLE = [
  { name: ['task_params', 'allow_override_inventory'], word: 'inventory' },
  { name: ['task_params', 'allow_override_limit'], word: 'limit' },
  { name: ['task_params', 'allow_override_tags'], word: 'tags' },
  { name: ['task_params', 'allow_override_skip_tags'], word: 'skipTags' },
  { name: ['task_params', 'allow_debug'], word: 'debugLevel' },
] as const;
const OF_PLANNED = [
  { name: ['task_params', 'allow_override_inventory'], word: 'workspace' },
  { name: ['task_params', 'allow_auto_approve'], word: 'autoApprove' },
  { name: ['task_params', 'allow_destroy'], word: 'destroy' },
] as const;

/** Settings that the user may change when the task is started. */
function AllowFields({ app }: { app: string }) {
  const { t } = useTranslation();
  const own = isAnsible(app) ? OF_ANSIBLE : isPlanned(app) ? OF_PLANNED : [];
  return (
    <fieldset className="sy-fieldset">
      <legend>{t('template.mayChange')}</legend>
      <div className="sy-checks">
        {[...own, ...GENERAL].map(({ name, word }) => (
          <Form.Item key={word} name={[...name]} valuePropName="checked" noStyle>
            <Checkbox>{t(`template.${word}`)}</Checkbox>
          </Form.Item>
        ))}
      </div>
      <Form.Item
        name="variable_patterns"
        label={t('template.variablePatterns')}
        extra={t('template.variablePatternsHint')}
        className="sy-next"
      >
        <TagInput mono placeholder="APP_*" />
      </Form.Item>
    </fieldset>
  );
}

function ImageFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const passwords = keys.filter(({ type }) => type === 'login_password');
  return (
    <>
      <Form.Item name="image" label={t('template.image')} extra={t('template.imageHint')}>
        <Input className="sy-mono" spellCheck={false} placeholder={t('template.none')} />
      </Form.Item>
      <Form.Item name="image_key_id" label={t('template.imageKey')}>
        <ResourceSelect kind="key" loading={isLoading} allowClear placeholder={t('template.none')} rows={passwords} />
      </Form.Item>
    </>
  );
}

/** Second column: inventory, variables, runner, patterns, arguments, and what may be changed. */
export function WhereFields({ projectId, app }: WhereProps) {
  const { t } = useTranslation();
  const { data: environments = [], isLoading } = useListEnvironmentsQuery(projectId);
  const ansible = isAnsible(app);
  return (
    <section>
      <h3>{t('template.where')}</h3>
      {inventoryTypes(app).length > 0 && <InventoryField projectId={projectId} app={app} />}
      <Form.Item name="environment_id" label={t('template.environment')}>
        <ResourceSelect kind="environment" loading={isLoading} allowClear rows={environments} />
      </Form.Item>
      <RunnerTagField projectId={projectId} />
      <ImageFields projectId={projectId} />
      {ansible && <PatternFields />}
      <ArgumentFields planned={isPlanned(app)} />
      <AllowFields app={app} />
    </section>
  );
}
