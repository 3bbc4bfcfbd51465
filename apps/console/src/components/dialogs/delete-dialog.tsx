import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ObjectReferences } from '@switchyard/contracts';
import { errorMessage } from '../../api/api-error.js';
import {
  useDeleteResourceMutation,
  useGetReferencesQuery,
  type DeletedThing,
  type ResourceKind,
  type ResourceRef,
} from '../../api/resources-api.js';
import { Dialog } from './dialog.js';
import { useNotify } from '../feedback/notify.js';
import { ReferenceList } from './reference-list.js';
import { useIsDemo } from '../session/demo-gate.js';
import { DemoNote } from '../session/demo-note.js';

interface DeleteDialogProps {
  target: ResourceRef;
  name: string;
  /** Name of its kind for people, where that is not its kind. */
  thing?: DeletedThing | undefined;
  /** Objects that are deleted with it. */
  consequence?: (references: ObjectReferences) => ReactNode;
  onClosed: () => void;
  onDeleted?: () => void;
}

const NONE: ObjectReferences = {
  templates: [],
  inventories: [],
  repositories: [],
  integrations: [],
  schedules: [],
  access_keys: [],
  workflows: [],
};

/**
 * References that forbid the deletion. Integrations and workflows hold a template; its schedules go with it. Nothing refers to an
 * integration: its matchers and values go with it.
 */
function blockingReferences(kind: ResourceKind, references: ObjectReferences): ObjectReferences {
  if (kind === 'integrations') {
    return NONE;
  }
  const { integrations, workflows } = references;
  return kind === 'templates' ? { ...NONE, integrations, workflows } : references;
}

const isEmpty = (references: ObjectReferences): boolean => Object.values(references).every((list) => list.length === 0);

function Question({ consequence }: { consequence: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {consequence}
      <p className="sy-text2">{t('delete.final')}</p>
    </>
  );
}

interface DeleteButtonProps {
  thing: DeletedThing;
  isReady: boolean;
  busy: boolean;
  onClick: () => void;
}

function DeleteButton({ thing, isReady, busy, onClick }: DeleteButtonProps) {
  const { t } = useTranslation();
  const refused = useIsDemo();
  return (
    <Button danger type="primary" disabled={!isReady || refused} loading={busy} onClick={onClick}>
      {t(`delete.button.${thing}`)}
    </Button>
  );
}

/** Reads the references first; they replace the question when they forbid the deletion. */
export function DeleteDialog({ thing, ...props }: DeleteDialogProps) {
  return <ThingDialog {...props} thing={thing ?? props.target.kind} />;
}

type ThingDialogProps = Omit<DeleteDialogProps, 'thing'> & { thing: DeletedThing };

function ThingDialog({ target, thing, name, consequence, onClosed, onDeleted }: ThingDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: references, error } = useGetReferencesQuery(target);
  const [remove, { isLoading }] = useDeleteResourceMutation();
  const blocking = references && blockingReferences(target.kind, references);
  const blocked = blocking !== undefined && !isEmpty(blocking);

  const confirm = async (): Promise<void> => {
    try {
      await remove(target).unwrap();
      notify.success(t(`delete.done.${thing}`, { name }));
      setOpen(false);
      onDeleted?.();
    } catch (fault) {
      setFailure(errorMessage(fault));
    }
  };

  const close = (): void => setOpen(false);
  const problem = failure ?? (error === undefined ? null : errorMessage(error));
  return (
    <Dialog
      open={open}
      width={440}
      maskCloses
      title={blocked ? t('delete.inUseTitle', { name }) : t('delete.title', { name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        blocked ? (
          <Button onClick={close}>{t('common.close')}</Button>
        ) : (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <DeleteButton
              thing={thing}
              isReady={references !== undefined}
              busy={isLoading}
              onClick={() => void confirm()}
            />
          </>
        )
      }
    >
      {!blocked && <DemoNote />}
      {problem !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={problem} />}
      {references === undefined && error === undefined && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {blocked && <ReferenceList projectId={target.projectId} thing={thing} references={blocking} onFollow={close} />}
      {references !== undefined && !blocked && <Question consequence={consequence?.(references)} />}
    </Dialog>
  );
}
