import { isPlanned, type Template, withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { useInventoryName } from '../../components/resource/use-inventory-name.js';
import { useResourceNames } from '../../components/resource/use-resource-names.js';
import { DriftMark } from './drift-mark.js';
import { inventoryTypes, isAnsible } from './template-values.js';
import { typeWords } from './type-words.js';

/** Label of the value in `playbook`. */
function useFileLabel(app: string): string {
  const { t } = useTranslation();
  if (isPlanned(app)) {
    return t('template.directory');
  }
  return isAnsible(app) ? t('template.playbook') : t('template.script');
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="sy-ellipsis">{children || <Dash />}</dd>
    </div>
  );
}

/** Code that runs, and where: above the tabs of a template. */
export function TemplateFacts({ template }: { template: Template }) {
  const { t } = useTranslation();
  const names = useResourceNames(template.project_id);
  const { app, type, playbook, drift } = template;
  const inventory = useInventoryName(template, template.inventory_id);
  const takesInventory = inventoryTypes(app).length > 0;
  const shown = (name: string | undefined): string => withVisibleControls(name ?? '');
  return (
    <dl className="sy-factline">
      <Fact label={useFileLabel(app)}>{playbook && <code>{withVisibleControls(playbook)}</code>}</Fact>
      <Fact label={t('template.type')}>{t(`template.types.${typeWords[type]}`)}</Fact>
      {takesInventory && (
        <Fact label={isAnsible(app) ? t('template.inventory') : t('template.workspace')}>{shown(inventory)}</Fact>
      )}
      <Fact label={t('template.environment')}>{shown(names.environment(template.environment_id))}</Fact>
      <Fact label={t('template.repository')}>{shown(names.repository(template.repository_id))}</Fact>
      {drift && (
        <Fact label={t('template.drift')}>
          <DriftMark drift={drift} />
        </Fact>
      )}
    </dl>
  );
}
