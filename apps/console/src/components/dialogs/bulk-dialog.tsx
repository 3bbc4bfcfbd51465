import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { HiddenText } from '../display/hidden-text.js';
import { Dialog } from './dialog.js';

/** One thing of several that the same is done with. */
export interface BulkItem {
  id: number;
  name: string;
  /** Why it is left out; absent = it is not. */
  leftOut?: string | undefined;
  send: () => Promise<unknown>;
}

/** `fault` = why it failed. */
type Outcome = 'busy' | 'done' | { fault: string };

interface BulkDialogProps {
  title: string;
  button: string;
  danger?: boolean;
  /** False while the form above the list is not filled. */
  isReady?: boolean;
  items: readonly BulkItem[];
  /** Above the list. */
  children?: ReactNode;
  /** Called once the dialog has left the screen. @param isDone nothing is left to do */
  onClosed: (isDone: boolean) => void;
}

function OutcomeIcon({ outcome, isLeftOut }: { outcome: Outcome | undefined; isLeftOut: boolean }) {
  const { t } = useTranslation();
  if (isLeftOut) {
    return <MinusCircleOutlined aria-hidden />;
  }
  if (outcome === undefined) {
    return null;
  }
  if (outcome === 'busy') {
    return <LoadingOutlined aria-hidden />;
  }
  return outcome === 'done' ? (
    <>
      <CheckCircleFilled aria-hidden className="sy-bulk-done" />
      <HiddenText text={t('bulk.done')} />
    </>
  ) : (
    <>
      <CloseCircleFilled aria-hidden className="sy-field-fault" />
      <HiddenText text={t('bulk.failed')} />
    </>
  );
}

/** Sends one request after the other; those that fail are named with their reason and can be tried again. */
function useOutcomes(items: readonly BulkItem[]) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const isLeft = useRef(false);
  const set = (id: number, outcome: Outcome): void => setOutcomes((all) => new Map(all).set(id, outcome));
  const run = async (): Promise<boolean> => {
    const open = items.filter(({ id, leftOut }) => leftOut === undefined && outcomes.get(id) !== 'done');
    let failures = 0;
    setBusy(true);
    for (const { id, send } of open) {
      if (isLeft.current) {
        break;
      }
      set(id, 'busy');
      try {
        await send();
        set(id, 'done');
      } catch (error) {
        failures++;
        set(id, { fault: errorMessage(error) });
      }
    }
    setBusy(false);
    return failures === 0;
  };
  return { outcomes, isBusy, run, leave: () => (isLeft.current = true) };
}

interface ItemsProps {
  items: readonly BulkItem[];
  outcomes: ReadonlyMap<number, Outcome>;
}

function Items({ items, outcomes }: ItemsProps) {
  return (
    <ul className="sy-bulk" aria-live="polite">
      {items.map(({ id, name, leftOut }) => {
        const outcome = outcomes.get(id);
        const why = leftOut ?? (typeof outcome === 'object' ? outcome.fault : undefined);
        return (
          <li key={id}>
            <span className="sy-bulk-mark">
              <OutcomeIcon outcome={outcome} isLeftOut={leftOut !== undefined} />
            </span>
            <span className="sy-grow sy-wrap">
              {withVisibleControls(name)}
              {why !== undefined && <p className={leftOut ? 'sy-text2' : 'sy-field-fault'}>{why}</p>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Does one thing with several, after a question that names them all. Closed on the way it stops before the next one. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, button, danger = false, isReady = true, items, children, onClosed } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const { outcomes, isBusy, run, leave } = useOutcomes(items);
  const hasFaults = [...outcomes.values()].some((outcome) => typeof outcome === 'object');
  const wanted = items.filter(({ leftOut }) => leftOut === undefined);
  const isDone = wanted.length > 0 && wanted.every(({ id }) => outcomes.get(id) === 'done');
  const hasLeftOut = wanted.length < items.length;
  const close = (): void => {
    leave();
    setOpen(false);
  };
  const confirm = async (): Promise<void> => {
    if ((await run()) && !hasLeftOut) {
      close();
    }
  };
  return (
    <Dialog
      open={open}
      width={520}
      title={title}
      onClose={close}
      afterClose={() => onClosed(isDone)}
      footer={
        <>
          <Button onClick={close}>{isDone || hasFaults ? t('common.close') : t('common.cancel')}</Button>
          {!isDone && (
            <Button
              type="primary"
              danger={danger}
              disabled={!isReady || wanted.length === 0}
              loading={isBusy}
              onClick={() => void confirm()}
            >
              {hasFaults ? t('common.retry') : button}
            </Button>
          )}
        </>
      }
    >
      {children}
      <Items items={items} outcomes={outcomes} />
    </Dialog>
  );
}
