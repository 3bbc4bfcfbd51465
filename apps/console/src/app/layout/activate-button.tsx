import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../components/session/session-user.js';
import { withTexts } from '../../lib/all-texts.js';
import { late } from '../../components/feedback/late.js';

const ActivateDialog = late(
  async () => (await withTexts(import('../../features/subscription/activate-dialog.js'))).ActivateDialog,
);

/** For administrators of an installation that has no active subscription and needs one. */
export function ActivateButton() {
  const { t } = useTranslation();
  const user = useSessionUser();
  const [open, setOpen] = useState(false);
  return (
    <>
      {user.admin && !user.has_active_subscription && (
        <Button className="sy-activate" type="primary" block onClick={() => setOpen(true)}>
          {t('subscription.activate')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <ActivateDialog onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
