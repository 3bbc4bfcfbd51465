import '../features/posts/posts.css';
import { useTranslation } from 'react-i18next';
import { useGetPostsQuery } from '../api/system-api.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { PostCard } from '../features/posts/post-card.js';

/** Posts about the product, newest first. */
export function PostsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useGetPostsQuery();
  if (error !== undefined) {
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <LoadingRows />;
  }
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred sy-form-narrow">
        {data.posts.length === 0 && <EmptyState title={t('posts.emptyTitle')} text={t('posts.emptyText')} />}
        {data.posts.map((post) => (
          <PostCard key={`${post.date} ${post.title}`} post={post} />
        ))}
      </div>
    </div>
  );
}
