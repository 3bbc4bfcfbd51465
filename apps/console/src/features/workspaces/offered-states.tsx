import { CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import type { OfferedState } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAcceptStateMutation,
  useDiscardStateMutation,
  useListOfferedStatesQuery,
  type WorkspaceRef,
} from '../../api/terraform-api.js';
import { Caret } from '../../components/data-table/caret.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { Moment } from '../../components/display/moment.js';
import { usePermission } from '../../components/page/project-context.js';
import { TaskLink } from '../../components/task/task-link.js';
import { StateView } from './state-view.js';

/** Decision of the user about an offered state. */
type Wish = 'accept' | 'discard';

interface OfferProps {
  workspace: WorkspaceRef;
  state: OfferedState;
}

function MovedOn({ state: { follows, current_serial: serial } }: Pick<OfferProps, 'state'>) {
  const { t } = useTranslation();
  return follows ? null : <p>{t('state.movedOn', { serial: serial ?? '–' })}</p>;
}

function AcceptDialog({ workspace, state, onClosed }: OfferProps & { onClosed: () => void }) {
  const { t } = useTranslation();
  const [accept] = useAcceptStateMutation();
  const { id, serial, follows } = state;
  return (
    <AskDialog
      title={t('state.acceptTitle', { serial })}
      button={t('state.acceptButton')}
      onConfirm={() => accept({ ...workspace, id, replace: !follows }).unwrap()}
      onClosed={onClosed}
    >
      <MovedOn state={state} />
      <p>{t('state.acceptText')}</p>
    </AskDialog>
  );
}

function DiscardDialog({ workspace, state: { id, serial }, onClosed }: OfferProps & { onClosed: () => void }) {
  const { t } = useTranslation();
  const [discard] = useDiscardStateMutation();
  return (
    <AskDialog
      title={t('state.discardTitle', { serial })}
      button={t('state.discardButton')}
      onConfirm={() => discard({ ...workspace, id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('state.discardText')}</p>
    </AskDialog>
  );
}

function OfferButtons({ serial, onWish }: { serial: number; onWish: (wish: Wish) => void }) {
  const { t } = useTranslation();
  const mayAccept = usePermission('updateProject');
  const mayDiscard = usePermission('manageProjectResources');
  return (
    <div className="ws-offer-line">
      {mayAccept && (
        <Button icon={<CheckOutlined aria-hidden />} onClick={() => onWish('accept')}>
          {t('state.accept', { serial })}
        </Button>
      )}
      {mayDiscard && (
        <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onWish('discard')}>
          {t('state.discard', { serial })}
        </Button>
      )}
    </div>
  );
}

function Offer({ workspace, state }: OfferProps) {
  const { t } = useTranslation();
  const [wish, setWish] = useState<Wish | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { id, serial, task_id: taskId, created } = state;
  const close = (): void => setWish(null);
  const label = isOpen ? t('state.hide', { serial }) : t('state.show', { serial });
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={
          <div className="ws-offer-line">
            <Caret expanded={isOpen} label={label} onToggle={() => setOpen(!isOpen)} />
            <span>{t('state.version', { serial })}</span>
            {taskId !== null && <TaskLink taskId={taskId} />}
            <Moment value={created} />
          </div>
        }
        description={
          <div className="ws-section">
            <p>{t('state.offeredText')}</p>
            <MovedOn state={state} />
            <OfferButtons serial={serial} onWish={setWish} />
          </div>
        }
      />
      {isOpen && <StateView workspace={workspace} id={id} />}
      {wish === 'accept' && <AcceptDialog workspace={workspace} state={state} onClosed={close} />}
      {wish === 'discard' && <DiscardDialog workspace={workspace} state={state} onClosed={close} />}
    </>
  );
}

/** States that tasks could not save, each with the choice to accept or discard it; nothing while there are none. */
export function OfferedStates({ workspace }: { workspace: WorkspaceRef }) {
  const { t } = useTranslation();
  const { data = [] } = useListOfferedStatesQuery(workspace);
  return data.length === 0 ? null : (
    <section className="ws-section" aria-label={t('state.offeredTitle')}>
      <h3 className="ws-offered">{t('state.offeredTitle')}</h3>
      {data.map((state) => (
        <Offer key={state.id} workspace={workspace} state={state} />
      ))}
    </section>
  );
}
