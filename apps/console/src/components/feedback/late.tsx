import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';

let isCodeMissing = false;
const readers = new Set<() => void>();

function setMissing(missing: boolean): void {
  isCodeMissing = missing;
  readers.forEach((reader) => reader());
}

function onMissing(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Stands where nothing can be drawn; the outlet says why. */
const Nothing = () => null;

/** A part of the page, whose code can be loaded before it is drawn. */
export interface LatePart<Props extends object> extends FunctionComponent<Props> {
  /** Settles when the code is there, or refused. */
  ahead: () => Promise<void>;
}

/**
 * A component whose code is loaded when it is first drawn. Without it the rest of the page stays, with what is typed there. A part
 * that was loaded ahead is drawn with the page: React shows what a page waited for no sooner than 300 ms after the page.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const Awaited = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await loadOnce() };
    } catch {
      setMissing(true);
      return { default: Nothing };
    }
  });
  function Part(props: Props): ReactNode {
    const [Code] = useState<ComponentType<Props>>(() => loaded ?? Awaited);
    return <Code {...props} />;
  }
  return Object.assign(Part, {
    ahead: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  });
}

/** Why code is missing, and what to do. */
function Missing({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('errorPage.missing')}</h1>
      <p>{t('errorPage.missingText')}</p>
      <div className="sy-row">
        <button type="button" className="sy-plain" data-primary onClick={() => window.location.reload()}>
          {t('errorPage.refresh')}
        </button>
        {children}
      </div>
    </>
  );
}

/** Stands in the place of a page whose code is missing. */
export const MissingPage = () => (
  <div className="sy-empty" role="alert">
    <Missing />
  </div>
);

const close = (): void => setMissing(false);

/** Opens over everything once a part of the page is missing: the server may have been updated meanwhile. */
export function MissingOutlet() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(onMissing, () => isCodeMissing);
  return (
    shown && (
      <dialog
        ref={(dialog) => dialog?.showModal()}
        className="sy-missing"
        aria-label={t('errorPage.missing')}
        onClose={close}
      >
        <Missing>
          <button type="button" className="sy-plain" onClick={close}>
            {t('common.close')}
          </button>
        </Missing>
      </dialog>
    )
  );
}
