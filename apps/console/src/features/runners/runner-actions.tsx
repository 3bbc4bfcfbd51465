import { ClearOutlined, MoreOutlined } from '@ant-design/icons';
import type { Runner } from '@switchyard/contracts';
import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { type RunnerScope, useDrainRunnerMutation } from '../../api/runners-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { RowActions } from '../../components/actions/row-actions.js';
import { useClearCache } from './use-clear-cache.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface RunnerActionsProps {
  scope: RunnerScope;
  runner: Runner;
  onEdit: () => void;
  onRotate: () => void;
  onRenewSecret: () => void;
  onCaches: () => void;
  onDeliveries: () => void;
  onDelete: () => void;
}

interface Entry {
  key: string;
  text: string;
  run: () => unknown;
  /** A demo refuses it. */
  gated?: boolean;
}

function MoreMenu({ name, entries }: { name: string; entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const label = t('runners.moreNamed', { name });
  return (
    <PopupMenu
      placement="bottomRight"
      width={230}
      label={label}
      trigger={(props) => (
        <Button size="small" type="text" icon={<MoreOutlined aria-hidden />} aria-label={label} {...props} />
      )}
    >
      {(close) =>
        entries.map(({ key, text, run, gated = false }) => {
          const Gate = gated ? DemoGate : Fragment;
          return (
            <Gate key={key}>
              <button
                type="button"
                role="menuitem"
                className="sy-menu-item"
                onClick={() => {
                  close();
                  run();
                }}
              >
                {text}
              </button>
            </Gate>
          );
        })
      }
    </PopupMenu>
  );
}

/** Drain or resume, what the caches hold, a new identity, the webhook's deliveries and its secret: seldom needed, so behind one button. */
function useSeldom({ scope, runner, onCaches, onRotate, onRenewSecret, onDeliveries }: RunnerActionsProps): Entry[] {
  const { t } = useTranslation();
  const notify = useNotify();
  const [drain] = useDrainRunnerMutation();
  const { id, draining, webhook } = runner;
  return [
    {
      key: 'drain',
      text: draining ? t('runners.resume') : t('runners.drain'),
      gated: true,
      run: () => drain({ scope, id, draining: !draining }).unwrap().catch(notify.error),
    },
    { key: 'caches', text: t('caches.open'), run: onCaches },
    { key: 'rotate', text: t('runners.rotate'), run: onRotate },
    ...(webhook === ''
      ? []
      : [
          { key: 'deliveries', text: t('deliveries.open'), run: onDeliveries },
          { key: 'secret', text: t('runners.renewSecret'), run: onRenewSecret },
        ]),
  ];
}

/** Clear cache, edit, delete, and the menu of the rest, at the far right of a row. */
export function RunnerActions(props: RunnerActionsProps) {
  const { t } = useTranslation();
  const { scope, runner, onEdit, onDelete } = props;
  const { name } = runner;
  const { hint, busy, clear } = useClearCache(scope, runner);
  const seldom = useSeldom(props);
  return (
    <RowActions
      name={name}
      onEdit={onEdit}
      onDelete={onDelete}
      before={
        <DemoGate>
          <Hint title={hint}>
            <Button
              size="small"
              type="text"
              loading={busy}
              icon={<ClearOutlined aria-hidden />}
              aria-label={t('runners.clearCacheNamed', { name })}
              onClick={() => void clear()}
            />
          </Hint>
        </DemoGate>
      }
      after={<MoreMenu name={name} entries={seldom} />}
    />
  );
}

/** The same behind one button, for a narrow screen. */
export function RunnerMenu(props: RunnerActionsProps): ReactNode {
  const { t } = useTranslation();
  const { scope, runner, onEdit, onDelete } = props;
  const { clear } = useClearCache(scope, runner);
  const seldom = useSeldom(props);
  const entries: Entry[] = [
    { key: 'edit', text: t('common.edit'), run: onEdit },
    { key: 'cache', text: t('runners.cache.never'), run: clear, gated: true },
    ...seldom,
    { key: 'delete', text: t('runners.delete'), run: onDelete },
  ];
  return <MoreMenu name={runner.name} entries={entries} />;
}
