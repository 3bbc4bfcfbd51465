import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { SubscriptionName } from './subscription-name.js';
import { emptySubscription, useNewSubscription, type SubscriptionValues } from './use-new-subscription.js';

/** A new subscription over any page; once made it is selected. */
export function NewSubscriptionDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const { validate, create } = useNewSubscription();
  return (
    <FormDialog<SubscriptionValues>
      title={t('project.premium')}
      width={520}
      initial={emptySubscription}
      draft={{ name: 'project/premium' }}
      submitText={t('project.continue')}
      validate={validate}
      onSubmit={create}
      onClosed={onClosed}
    >
      <SubscriptionName />
    </FormDialog>
  );
}
