import { DeleteOutlined } from '@ant-design/icons';
import type { ProjectUser } from '@switchyard/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveMemberMutation } from '../../api/members-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { late } from '../../components/feedback/late.js';
import { useProject } from '../../components/page/project-context.js';
import { useIsFixed } from './use-is-fixed.js';

const AskDialog = late(async () => (await import('../../components/dialogs/ask-dialog.js')).AskDialog);

/** Removes a member from the project, after a question. */
export function RemoveMember({ member }: { member: ProjectUser }) {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const fixed = useIsFixed(member);
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveMemberMutation();
  const { name } = member;
  return (
    <div className="sy-table-actions">
      <IconButton
        size="small"
        disabled={fixed}
        label={t('team.removeNamed', { name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <Suspense fallback={null}>
        {asking && (
          <AskDialog
            title={t('team.removeTitle', { name })}
            button={t('team.remove')}
            onConfirm={() => remove({ projectId, userId: member.id }).unwrap()}
            onClosed={() => setAsking(false)}
          >
            <p>{t('team.removeText', { project: project.name })}</p>
          </AskDialog>
        )}
      </Suspense>
    </div>
  );
}
