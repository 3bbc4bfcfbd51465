import { type AccessGrant, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';

/** Kind and name of a grant. */
export function GrantName({ grant: { kind, name } }: { grant: AccessGrant }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="sy-text2">{t(`access.kinds.${kind}`)}</span> {withVisibleControls(name)}
    </>
  );
}

/** Who made it, by which token, and whether the maker has ended. */
export function GrantMaker({ grant: { username, token, maker_ended: isOver } }: { grant: AccessGrant }) {
  const { t } = useTranslation();
  return (
    <>
      {username === '' ? <Dash /> : withVisibleControls(username)}
      {token !== null && <code> {token}…</code>}
      {isOver && <span className="sy-text2"> {t('access.ended')}</span>}
    </>
  );
}
