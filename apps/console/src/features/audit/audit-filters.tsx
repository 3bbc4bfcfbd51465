import { AUDIT_OUTCOMES, type AuditOutcome, withVisibleControls } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditChoice, useListAuditActionsQuery } from '../../api/audit-api.js';
import { useListProjectsQuery } from '../../api/projects-api.js';
import { useListUsersQuery } from '../../api/users-api.js';
import { DayFilter } from '../../components/filters/day-filter.js';
import { FilterBar } from '../../components/filters/filter-bar.js';
import { LateSelect } from '../../components/filters/late-select.js';
import { RowFilter } from '../../components/filters/row-filter.js';
import { TextFilter } from '../../components/filters/text-filter.js';
import { withChosen } from '../../components/filters/with-chosen.js';
import { rangeOfDays } from '../../lib/day-range.js';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';

const isOutcome = (text: string | null): text is AuditOutcome => AUDIT_OUTCOMES.some((outcome) => outcome === text);
/** The longest address: IPv6 with an IPv4 one at its end. */
const LONGEST_IP = 45;
const PARAMS = ['user', 'project', 'action', 'ip', 'outcome', 'from', 'to'] as const;
type Param = (typeof PARAMS)[number];

/** The filter of the address: `?user=7&project=2&action=keys.create&ip=192.0.2.1&outcome=refused&from=2026-11-01`. */
export function useAuditFilter() {
  const [params, change] = useUrlParams();
  const set = (values: Partial<Record<Param, string | null>>): void => change({ before: null, after: null, ...values });
  const outcome = params.get('outcome');
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const { start, end } = rangeOfDays(from, to);
  const choice: AuditChoice = {
    user_id: idParam(params, 'user'),
    project_id: idParam(params, 'project'),
    action: params.get('action')?.slice(0, 100) || undefined,
    ip: params.get('ip')?.slice(0, LONGEST_IP) || undefined,
    outcome: isOutcome(outcome) ? outcome : undefined,
    from: start,
    to: end,
  };
  const isFiltered = Object.values(choice).some((value) => value !== undefined);
  const clear = (): void => set(Object.fromEntries(PARAMS.map((name) => [name, null])));
  return { from, to, choice, isFiltered, set, clear };
}

interface ChoiceProps<Value> {
  value: Value | undefined;
  onChange: (value: Value | null) => void;
}

function ByUser(choice: ChoiceProps<number>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, isFetching } = useListUsersQuery(undefined, { skip: !opened && choice.value === undefined });
  const rows = data?.map(({ id, username }) => ({ value: id, label: withVisibleControls(username) }));
  const words = { label: t('filter.person'), unused: t('filter.everybody') };
  return <RowFilter {...choice} {...words} rows={rows} isFetching={isFetching} onOpen={() => setOpened(true)} />;
}

function ByProject(choice: ChoiceProps<number>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, isFetching } = useListProjectsQuery(undefined, { skip: !opened && choice.value === undefined });
  const rows = data?.map(({ id, name }) => ({ value: id, label: withVisibleControls(name) }));
  const words = { label: t('access.project'), unused: t('audit.allProjects') };
  return <RowFilter {...choice} {...words} rows={rows} isFetching={isFetching} onOpen={() => setOpened(true)} />;
}

function ByAction({ value, onChange }: ChoiceProps<string>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, isFetching } = useListAuditActionsQuery(undefined, { skip: !opened });
  const actions = (data ?? []).map((action) => ({ value: action, label: action }));
  return (
    <LateSelect
      aria-label={t('audit.action')}
      isUsed={value !== undefined}
      unused={t('audit.anyAction')}
      loading={isFetching}
      onOpenChange={(open) => open && setOpened(true)}
      popupMatchSelectWidth={320}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? ''}
      onChange={(action) => onChange(action || null)}
      options={[{ value: '', label: t('audit.anyAction') }, ...withChosen(actions, value)]}
    />
  );
}

function ByOutcome({ value, onChange }: ChoiceProps<AuditOutcome>) {
  const { t } = useTranslation();
  return (
    <LateSelect<AuditOutcome | ''>
      aria-label={t('audit.outcome')}
      isUsed={value !== undefined}
      unused={t('audit.anyOutcome')}
      value={value ?? ''}
      onChange={(outcome) => onChange(outcome || null)}
      options={[
        { value: '', label: t('audit.anyOutcome') },
        ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`audit.outcomes.${outcome}`) })),
      ]}
    />
  );
}

/** Who, where, what, how it ended, from which address, when. */
export function AuditFilters({ chosen }: { chosen: ReturnType<typeof useAuditFilter> }) {
  const { t } = useTranslation();
  const { from, to, choice, isFiltered, set, clear } = chosen;
  return (
    <FilterBar
      used={[choice.user_id, choice.project_id, choice.action, choice.outcome, from, to].filter(Boolean).length}
      onClear={isFiltered ? clear : undefined}
      text={<TextFilter label={t('audit.address')} value={choice.ip ?? ''} onChange={(ip) => set({ ip })} />}
    >
      <ByUser value={choice.user_id} onChange={(user) => set({ user: user === null ? null : String(user) })} />
      <ByProject
        value={choice.project_id}
        onChange={(project) => set({ project: project === null ? null : String(project) })}
      />
      <ByAction value={choice.action} onChange={(action) => set({ action })} />
      <ByOutcome value={choice.outcome} onChange={(outcome) => set({ outcome })} />
      <DayFilter label={t('filter.from')} value={from} onChange={(day) => set({ from: day })} />
      <DayFilter label={t('filter.to')} value={to} onChange={(day) => set({ to: day })} />
    </FilterBar>
  );
}
