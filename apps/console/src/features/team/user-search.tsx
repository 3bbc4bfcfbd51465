import { MIN_USER_SEARCH } from '@switchyard/contracts';
import { Select, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../../api/members-api.js';
import { useSearchUsersQuery } from '../../api/users-api.js';
import { useDebounced } from '../../lib/use-debounced.js';

/** Pause in typing before a search is sent, in milliseconds. */
const pauseMs = 250;

interface UserSearchProps {
  projectId: number;
  id?: string;
  value?: number | null;
  onChange?: (userId: number) => void;
}

/** Finds people who are no members yet, by parts of name or login; what is shorter must be the whole of one. */
export function UserSearch({ projectId, value, ...rest }: UserSearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim(), pauseMs);
  const tooShort = [...wanted].length < MIN_USER_SEARCH;
  const { data: members = [] } = useListMembersQuery(projectId);
  const { currentData: found, isFetching } = useSearchUsersQuery(wanted, { skip: wanted === '' });
  const taken = new Set(members.map(({ id }) => id));
  const people = (wanted === '' ? [] : (found ?? [])).filter(({ id }) => !taken.has(id));
  const hint = tooShort ? t('team.searchHint', { count: MIN_USER_SEARCH }) : t('team.nobodyFound');
  return (
    <Select<number>
      {...rest}
      value={value ?? null}
      autoFocus
      placeholder={t('team.searchPlaceholder')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={isFetching ? <Spin size="small" /> : <span className="sy-text2">{hint}</span>}
      options={people.map(({ id, name, username }) => ({ value: id, label: name, username }))}
      optionRender={({ label, data }) => (
        <span className="sy-found">
          <b className="sy-member">{label}</b>
          <code className="sy-text2">{data.username}</code>
        </span>
      )}
    />
  );
}
