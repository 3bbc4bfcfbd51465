import type { Payment } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useGetPaymentsQuery } from '../../api/billing-api.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { Moment } from '../../components/display/moment.js';
import { centsOf } from './tier-card.js';
import { useMoney } from './use-money.js';

function useColumns() {
  const { t } = useTranslation();
  const money = useMoney();
  return [
    { key: 'number', title: t('billing.number'), render: ({ number }: Payment) => <code>{number}</code> },
    { key: 'date', title: t('billing.date'), render: ({ created }: Payment) => <Moment value={created} /> },
    {
      key: 'amount',
      title: t('billing.amount'),
      render: ({ currencyAmount }: Payment) => <span className="sy-num">{money(centsOf(currencyAmount))}</span>,
    },
    { key: 'gateway', title: t('billing.gateway'), render: ({ gateway }: Payment) => t(`billing.gateways.${gateway}`) },
    { key: 'state', title: t('billing.state'), render: ({ state }: Payment) => t(`billing.states.${state}`) },
  ];
}

/** Payments, newest first. */
export function PaymentList({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const money = useMoney();
  const columns = useColumns();
  const { currentData, error, refetch } = useGetPaymentsQuery(projectId);
  return (
    <section aria-labelledby="billing-payments">
      <h2 id="billing-payments">{t('billing.payments')}</h2>
      <DataTable<Payment>
        label={t('billing.payments')}
        columns={columns}
        rows={currentData}
        rowKey={({ number }) => number}
        error={error}
        onRetry={() => void refetch()}
        empty={<p className="sy-text2">{t('billing.noPayments')}</p>}
        narrowRow={({ created, currencyAmount, state }) => (
          <div className="bi-head">
            <span>
              <Moment value={created} /> · {t(`billing.states.${state}`)}
            </span>
            <span className="sy-num">{money(centsOf(currencyAmount))}</span>
          </div>
        )}
      />
    </section>
  );
}
