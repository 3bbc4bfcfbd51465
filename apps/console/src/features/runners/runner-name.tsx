import { CONTAINER_ENGINE, type Runner } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { ResourceName } from '../../components/resource/resource-name.js';
import { listText } from '../../lib/list-text.js';

const toolsText = ({ apps }: Runner): string =>
  listText(apps.map(({ id, version }) => (id === CONTAINER_ENGINE ? version : `${id} ${version}`.trim())));

/** Version, platform and what separates tasks, which show more of that and the tools of the machine on hover or focus. */
function RunnerFacts({ runner }: { runner: Runner }) {
  const { t } = useTranslation();
  const { version, platform, separation } = runner;
  const tools = toolsText(runner);
  const hints = [
    ...(separation === null ? [] : [t(`runners.separationHint.${separation}`)]),
    tools === '' ? t('runners.noTools') : t('runners.tools', { tools }),
  ];
  return version === '' ? (
    <small>{t('runners.notConnected')}</small>
  ) : (
    <Hint title={hints.join(' ')}>
      <small className="sy-ellipsis" tabIndex={0}>
        {[version, platform, separation && t(`runners.separation.${separation}`)].filter(Boolean).join(' · ')}
      </small>
    </Hint>
  );
}

/** Name over what is known of its machine. */
export function RunnerName({ runner, onOpen }: { runner: Runner; onOpen?: (() => void) | undefined }) {
  return (
    <div className="sy-two">
      <ResourceName name={runner.name} onOpen={onOpen} />
      <RunnerFacts runner={runner} />
    </div>
  );
}

export function RunnerTags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="ru-tags">
      {tags.map((tag) => (
        <code key={tag} className="ru-tag">
          {tag}
        </code>
      ))}
    </span>
  );
}
