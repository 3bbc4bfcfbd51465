import { AppstoreOutlined } from '@ant-design/icons';
import { type App, own } from '@switchyard/contracts';
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import { useListAppsQuery } from '../../api/apps-api.js';
import { marks } from './app-pictures.js';

/** The icon, or the picture of the app where the code of icons cannot be loaded. */
const ChosenIcon = lazy(() =>
  import('./chosen-icon.js').then(
    ({ ChosenIcon: icon }) => ({ default: icon }),
    () => ({ default: ({ other }: { other: ReactNode }) => other }),
  ),
);

type Look = Pick<App, 'icon' | 'color' | 'dark_color'>;

interface LookMarkProps {
  /** App id, whose picture stands where the look has no icon. */
  id: string;
  look: Look | undefined;
  size?: number;
}

/** The mark that an app with this look has: letters, an icon or a picture. */
export function LookMark({ id, look, size = 18 }: LookMarkProps) {
  const icon = look?.icon ?? '';
  const colours = { '--mark': look?.color || 'inherit', '--mark-dark': look?.dark_color || look?.color || 'inherit' };
  const letters = isLetters(icon);
  const style = { ...colours, ...(letters && { fontSize: size * 0.7 }) } as CSSProperties;
  return (
    <span className="sy-mark sy-mark-own" style={style} aria-hidden>
      {letters ? icon : <Drawn id={id} name={markName(icon)} size={size} />}
    </span>
  );
}

/** The picture or icon of that name, else the picture of the app. */
function Drawn({ id, name, size }: { id: string; name: string; size: number }) {
  const picture = own(marks, name);
  const other = pictureOf(picture ?? own(marks, id), size);
  return name === '' || picture !== undefined ? (
    other
  ) : (
    <Suspense fallback={<span style={{ width: size, height: size }} />}>
      <ChosenIcon name={name} size={size} other={other} />
    </Suspense>
  );
}

const pictureOf = (source: string | undefined, size: number): ReactNode =>
  source === undefined ? (
    <AppstoreOutlined style={{ fontSize: size }} />
  ) : (
    <img src={source} width={size} height={size} alt="" />
  );

/** Whether an icon is letters, which stand in the place of a mark. */
const isLetters = (icon: string): boolean => icon !== '' && [...icon].length <= 2;

/** The mark that an icon names which is no letters, as other clients store it: `mdi-ansible`. */
const markName = (icon: string): string => icon.replace(/^mdi-/, '');

interface AppMarkProps {
  /** App id; the empty id is Ansible. */
  app: string;
  size?: number;
}

/** The mark of an app, decoration beside a name. Letters and colours that an administrator has set stand in its place. */
export function AppMark({ app, size = 18 }: AppMarkProps) {
  const id = app || 'ansible';
  const { data: apps } = useListAppsQuery();
  return <LookMark id={id} look={apps?.find((each) => each.id === id)} size={size} />;
}
