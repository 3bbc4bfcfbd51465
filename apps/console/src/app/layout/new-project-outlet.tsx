import { Suspense, useEffect } from 'react';
import { useGetInfoQuery } from '../../api/system-api.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { withTexts } from '../../lib/all-texts.js';
import { writeSetting } from '../../lib/local-setting.js';
import { useDelayed } from '../../lib/use-delayed.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { late } from '../../components/feedback/late.js';

const NewProjectDialog = late(
  async () => (await withTexts(import('../../features/projects/new-project-dialog.js'))).NewProjectDialog,
);

const NewSubscriptionDialog = late(
  async () => (await withTexts(import('../../features/projects/new-subscription-dialog.js'))).NewSubscriptionDialog,
);

/** Spec section 9. */
const OPENS_AFTER_MS = 500;
const LONGEST_COUPON = 255;

/** Handles parameters of any address: `?new_project={type}` opens the dialog of a new project, `?coupon=` is kept in this browser. */
export function NewProjectOutlet() {
  const [params, change] = useUrlParams();
  const { can_create_project: mayCreate } = useSessionUser();
  const type = params.get('new_project');
  const coupon = params.get('coupon');
  const { data: info } = useGetInfoQuery();
  const onClosed = (): void => change({ new_project: null });
  const open = useDelayed(type !== null && mayCreate, OPENS_AFTER_MS);
  useEffect(() => {
    if (coupon) {
      writeSetting('coupon', coupon.slice(0, LONGEST_COUPON));
    }
  }, [coupon]);
  return (
    open &&
    info !== undefined && (
      <Suspense fallback={null}>
        {type === 'premium' && info?.edition === 'hosted' ? (
          <NewSubscriptionDialog onClosed={onClosed} />
        ) : (
          <NewProjectDialog onClosed={onClosed} />
        )}
      </Suspense>
    )
  );
}
