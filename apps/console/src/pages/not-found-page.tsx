import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../components/feedback/empty-state.js';
import { useTitle } from '../lib/page-title.js';

/** No such page, project or thing. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useTitle('page', t('notFound.title'));
  return (
    <EmptyState heading="h1" title={t('notFound.title')} text={t('notFound.text')}>
      <Button type="primary" onClick={() => void navigate('/')}>
        {t('notFound.home')}
      </Button>
    </EmptyState>
  );
}
