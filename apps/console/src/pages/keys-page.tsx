import type { Key } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListKeysQuery } from '../api/keys-api.js';
import { Dash } from '../components/display/dash.js';
import { useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { KeyProblemText } from '../features/keys/key-problem-text.js';
import { compareText } from '../lib/compare-text.js';
import { late } from '../components/feedback/late.js';

const KeyDialog = late(async () => (await import('../features/keys/key-dialog.js')).KeyDialog);

/** Type of a key, and a word when it needs a secret but has none. */
function KeyTypeText({ row }: { row: Key }) {
  const { t } = useTranslation();
  return (
    <span className="sy-text2">
      {t(`key.types.${row.type}`)}
      {row.empty && row.type !== 'none' && `, ${t('key.empty')}`}
      {row.problem && (
        <>
          {' '}
          <KeyProblemText problem={row.problem} />
        </>
      )}
    </span>
  );
}

export function KeysPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  return (
    <ResourcePage<Key>
      kind="keys"
      words={{
        title: t('nav.keys'),
        new: t('key.new'),
        name: t('key.name'),
        emptyTitle: t('key.emptyTitle'),
        emptyText: t('key.emptyText'),
      }}
      list={useListKeysQuery(projectId)}
      searched={(row) => [t(`key.types.${row.type}`), row.fingerprint]}
      columns={[
        {
          key: 'type',
          title: t('key.type'),
          sorter: (one, other) => compareText(t(`key.types.${one.type}`), t(`key.types.${other.type}`)),
          render: (row) => <KeyTypeText row={row} />,
        },
        {
          key: 'fingerprint',
          title: t('key.fingerprint'),
          min: 200,
          grow: 2,
          rank: 1,
          ellipsis: true,
          render: ({ fingerprint }) => (fingerprint ? <code className="sy-text2">{fingerprint}</code> : <Dash />),
        },
      ]}
      meta={(row) => <KeyTypeText row={row} />}
      dialog={(row, onClosed) => <KeyDialog projectId={projectId} row={row} onClosed={onClosed} />}
    />
  );
}
